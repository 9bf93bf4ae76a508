# thaw_folder(NAME SOURCES ... DEPENDS ...): one target per folder. DEPENDS names the folders it may use, so a call
# against the direction of the arrows does not link. All of them together are the library `thaw`.
add_library(thaw_options INTERFACE)
target_compile_options(thaw_options INTERFACE
  -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror
  -ffp-contract=off # the same numbers on every machine
  # GCC bug 105651: -Wrestrict cries wolf over std::string's operator+.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
target_include_directories(thaw_options INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>")

function(thaw_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(thaw_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(thaw_${name} PRIVATE thaw_options)
  foreach(dependency ${ARG_DEPENDS})
    target_link_libraries(thaw_${name} PUBLIC thaw_${dependency})
  endforeach()
endfunction()
