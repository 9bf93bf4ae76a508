# Compilations go through ccache where it is installed, unless the caller chose a launcher.
find_program(THAW_CCACHE ccache)
if(THAW_CCACHE)
  foreach(language C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER "${THAW_CCACHE}")
    endif()
  endforeach()
endif()
