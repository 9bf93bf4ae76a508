# Compilations go through ccache where it is installed, unless the caller chose a launcher.
find_program(THAW_CCACHE ccache)
if(THAW_CCACHE)
  foreach(language C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      # pch_defines, time_macros: without them ccache does not touch what uses precompiled headers.
      # BASEDIR, NOHASHDIR: what one checkout has compiled serves the next one, wherever it lies.
      set(CMAKE_${language}_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros
        "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${THAW_CCACHE}")
    endif()
  endforeach()
endif()
