# thaw_folder(NAME [COLD] SOURCES ... DEPENDS ...): one target per folder. DEPENDS names the folders it may use, so a call
# against the direction of the arrows does not link. In a COLD one no loop runs over the points of a model.
# thaw_library(): everything so far, in one archive: what is installed as the library `thaw`.
add_library(thaw_options INTERFACE)
target_compile_options(thaw_options INTERFACE
  -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow
  -ffp-contract=off # the same numbers on every machine
  "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=" # the same __FILE__ in every checkout, so that the cache knows it
  # GCC 12 cries wolf over std::string's operator+ (bug 105651) and over std::variant.
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict -Wno-maybe-uninitialized>)
if(THAW_WERROR)
  target_compile_options(thaw_options INTERFACE -Werror)
endif()
if(THAW_QUICK_BUILD)
  # From a precompiled header the compilers no longer know which code is the library's own, and warn of it.
  target_compile_options(thaw_options INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread>
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations> # libstdc++'s stable_sort uses one
    -Wno-shadow) # of one source file by the next, where several are compiled as one
endif()
if(THAW_QUICK_BUILD AND NOT THAW_WERROR)
  # ./thaw, whose warnings nobody sees: to look for them takes a twentieth of the time. And by default GCC collects garbage
  # whenever it needs a third more memory, another twentieth for files this large; so it takes 1 GB for the largest.
  target_compile_options(thaw_options INTERFACE -w
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:--param ggc-min-expand=100 --param ggc-min-heapsize=262144>")
endif()
# For the shared library, which shows nothing but the C functions.
set(THAW_SHARED OFF)
if(UNIX AND THAW_CLI AND NOT THAW_FUZZ AND NOT THAW_WASM)
  set(THAW_SHARED ON)
  target_compile_options(thaw_options INTERFACE -fPIC -fvisibility=hidden)
endif()
target_include_directories(thaw_options INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>")

# What most files include, parsed once. The preset debug goes without, so that a file which includes too little is found;
# and so does clang: it writes the checkout's place into such a header, so that nothing compiled with it would come from the
# cache in the next checkout, and that is worth more than the second it saves a file.
set(THAW_PRECOMPILED OFF)
if(THAW_QUICK_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(THAW_PRECOMPILED ON)
endif()
function(thaw_precompiled name)
  if(THAW_PRECOMPILED)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" "")
    add_library(${name} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    target_link_libraries(${name} PRIVATE thaw_options)
    target_precompile_headers(${name} PRIVATE
      <algorithm> <array> <charconv> <cmath> <functional> <map> <memory> <optional> <span> <string> <string_view>
      <utility> <variant> <vector> ${ARGN})
  endif()
endfunction()

function(thaw_use_precompiled target from)
  if(THAW_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

thaw_precompiled(thaw_std)

# What makes and checks test files: compiled quickly, since it only runs for moments. Fuzzing is not led by what it does.
set(THAW_QUICKLY -O0)
if(THAW_FUZZ)
  list(APPEND THAW_QUICKLY -fno-sanitize=fuzzer-no-link)
endif()
thaw_precompiled(thaw_quick)
if(THAW_PRECOMPILED)
  target_compile_options(thaw_quick PRIVATE ${THAW_QUICKLY})
endif()
function(thaw_compile_quickly target)
  target_compile_options(${target} PRIVATE ${THAW_QUICKLY})
  thaw_use_precompiled(${target} thaw_quick)
endfunction()

# thaw_compile_apart(TARGET [FILE...]): for targets, or some files of one, that each use a name in their own way.
function(thaw_compile_apart target)
  if(ARGN)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  else()
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  endif()
endfunction()

# What is not hot is optimised less: that takes a third less time to compile, and none to speak of to run.
function(thaw_compile_cold target)
  if(THAW_WASM)
    target_compile_options(${target} PRIVATE -Oz) # people download it
  elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

function(thaw_folder name)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(thaw_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(thaw_${name} PRIVATE thaw_options)
  thaw_use_precompiled(thaw_${name} thaw_std)
  if(ARG_COLD)
    thaw_compile_cold(thaw_${name})
  endif()
  foreach(dependency ${ARG_DEPENDS})
    target_link_libraries(thaw_${name} PUBLIC thaw_${dependency})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY THAW_FOLDERS thaw_${name})
endfunction()

# thaw_family(NAME SOURCES ... DEPENDS ... HEADERS ...): a family of formats. HEADERS are installed: its documents.
function(thaw_family name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;HEADERS" ${ARGN})
  thaw_folder(${name} SOURCES ${ARG_SOURCES} DEPENDS ${ARG_DEPENDS})
  if(THAW_WASM)
    thaw_compile_cold(thaw_${name}) # two thirds of the module
  endif()
  set_property(GLOBAL APPEND PROPERTY THAW_FAMILIES ${name})
  foreach(header ${ARG_HEADERS})
    cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    set_property(GLOBAL APPEND PROPERTY THAW_FORMAT_HEADERS "${header}")
  endforeach()
endfunction()

function(thaw_library)
  get_property(folders GLOBAL PROPERTY THAW_FOLDERS)
  list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(thaw STATIC ${objects})
  add_library(thaw::thaw ALIAS thaw)
  target_compile_features(thaw PUBLIC cxx_std_20)
  target_include_directories(thaw PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>")
  if(THAW_SHARED)
    thaw_shared_library("${objects}")
  endif()
endfunction()

# libthaw.so: the same, for callers of <thaw/thaw.h> alone. What the C++ library needs is inside, so that one file serves
# on machines and in programs with another one.
function(thaw_shared_library objects)
  file(STRINGS "${PROJECT_SOURCE_DIR}/include/thaw/thaw.h" abi REGEX "^#define THAW_ABI ")
  string(REGEX MATCH "[0-9]+" abi "${abi}")
  set(script "${PROJECT_SOURCE_DIR}/cmake/exported.map")
  add_library(thaw_c SHARED ${objects})
  add_library(thaw::c ALIAS thaw_c)
  set_target_properties(thaw_c PROPERTIES OUTPUT_NAME thaw EXPORT_NAME c VERSION ${PROJECT_VERSION} SOVERSION ${abi}
    LINKER_LANGUAGE CXX LINK_DEPENDS "${script}")
  target_link_options(thaw_c PRIVATE "-Wl,--version-script=${script}" -Wl,--no-undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(thaw_c PRIVATE -static-libstdc++ -static-libgcc)
  endif()
  target_include_directories(thaw_c INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>")
endfunction()

# thaw_use_headers(NAME FOLDER HEADER): the folder of Debian's /usr/include with this header, for one target of thaw_folder().
# It is copied out of there: a build for WebAssembly does not see /usr/include, whose other headers belong to this machine.
function(thaw_use_headers name folder header)
  find_path(THAW_HEADERS_${folder} ${header} PATHS /usr/include PATH_SUFFIXES ${folder} REQUIRED)
  file(COPY "${THAW_HEADERS_${folder}}/" DESTINATION "${CMAKE_CURRENT_BINARY_DIR}/headers/${folder}")
  target_include_directories(thaw_${name} SYSTEM PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/headers")
endfunction()
