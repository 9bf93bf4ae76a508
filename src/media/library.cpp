#include "media/library.hpp"

#include <dlfcn.h>

namespace thaw::media {

Result<Library> Library::open(const char* file, const char* package) {
    void* handle = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) return Library(handle, file);
    return Error{Code::unsupported, std::string("this needs ") + file + ", which Debian has in its package " + package +
                                        " (apt-get install " + package + ")"};
}

void* Library::address(const char* name) {
    void* found = ::dlsym(handle_, name);
    if (found == nullptr && missing_.empty()) missing_ = name;
    return found;
}

Status Library::status() const {
    if (missing_.empty()) return Done{};
    return Error{Code::unsupported, file_ + " has no " + missing_ + ": its version is too old"};
}

}  // namespace thaw::media
