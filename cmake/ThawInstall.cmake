# The installed tree: program, one static library, headers, CMake package and pkg-config file.
if(THAW_WASM)
  return() # one file, thaw.wasm, taken from the build folder
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS thaw EXPORT thaw ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY include/thaw DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
# The documents of the formats: thaw/formats/FAMILY/KIND/document.hpp.
get_property(document_headers GLOBAL PROPERTY THAW_FORMAT_HEADERS)
foreach(header ${document_headers})
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/src/formats" OUTPUT_VARIABLE below)
  cmake_path(GET below PARENT_PATH family)
  install(FILES "${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/thaw/formats/${family}")
endforeach()
if(TARGET thaw_cli)
  install(TARGETS thaw_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  # For desktops: what the files are, and images of them in file managers.
  install(FILES share/mime/packages/thaw.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
  install(FILES share/thumbnailers/thaw.thumbnailer DESTINATION "${CMAKE_INSTALL_DATADIR}/thumbnailers")
endif()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/thaw")
install(EXPORT thaw NAMESPACE thaw:: FILE thaw-config.cmake DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/thaw-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/thaw-config-version.cmake" DESTINATION "${package_folder}")

cmake_path(SET pc_folder "/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH pc_folder BASE_DIRECTORY "/")
string(REGEX REPLACE "[^/]+" ".." PKGCONFIG_TO_PREFIX "${pc_folder}")
configure_file(cmake/thaw.pc.in "${PROJECT_BINARY_DIR}/thaw.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/thaw.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
