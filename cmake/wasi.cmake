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

# The usual search path holds /usr/include, where headers of the host are taken for headers of the target. Only those
# of wasi-libc and libc++ are seen; RapidJSON, which is nothing but headers, gets a folder of its own.
set(wasi_headers /usr/include/wasm32-wasi)
set(host_headers "${CMAKE_BINARY_DIR}/host_headers")
if(NOT EXISTS "${host_headers}/rapidjson")
  file(MAKE_DIRECTORY "${host_headers}")
  file(CREATE_LINK /usr/include/rapidjson "${host_headers}/rapidjson" SYMBOLIC)
endif()
string(JOIN " " CMAKE_CXX_FLAGS_INIT
  -nostdlibinc -isystem ${wasi_headers}/c++/v1 -idirafter ${wasi_headers} -isystem "\"${host_headers}\""
  -fno-exceptions -fno-rtti)
string(JOIN " " CMAKE_C_FLAGS_INIT -nostdlibinc -idirafter ${wasi_headers})
