# thaw_folder(NAME SOURCES ... DEPENDS ...): one target per folder. DEPENDS names the folders it may use, so a call
# against the direction of the arrows does not link.
# thaw_library(): everything so far, in one archive: what is installed as the library `thaw`.
add_library(thaw_options INTERFACE)
target_compile_options(thaw_options INTERFACE
  -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror
  -ffp-contract=off # the same numbers on every machine
  # GCC bug 105651: -Wrestrict cries wolf over std::string's operator+.
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
target_include_directories(thaw_options INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>")

function(thaw_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(thaw_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(thaw_${name} PRIVATE thaw_options)
  foreach(dependency ${ARG_DEPENDS})
    target_link_libraries(thaw_${name} PUBLIC thaw_${dependency})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY THAW_FOLDERS thaw_${name})
endfunction()

function(thaw_library)
  get_property(folders GLOBAL PROPERTY THAW_FOLDERS)
  list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(thaw STATIC ${objects})
  add_library(thaw::thaw ALIAS thaw)
  target_compile_features(thaw PUBLIC cxx_std_20)
  target_include_directories(thaw PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>")
endfunction()
