# WebAssembly with Debian's clang 19, wasi-libc and libc++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19 CACHE FILEPATH "")
set(CMAKE_RANLIB llvm-ranlib-19 CACHE FILEPATH "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# The usual search path ends with /usr/include, where headers of this machine would pass for headers of WebAssembly.
# Only those of wasi-libc and libc++ are seen.
set(wasi_headers /usr/include/wasm32-wasi)
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -idirafter ${wasi_headers}")
set(CMAKE_CXX_FLAGS_INIT "-isystem ${wasi_headers}/c++/v1 ${CMAKE_C_FLAGS_INIT} -fno-exceptions -fno-rtti")
