// Libraries that few commands need are opened when they are needed: linked, they would slow every start down.
#pragma once

#include <string>

#include <thaw/result.hpp>

namespace thaw::media {

class Library {
public:
    // `file` as the linker knows it, such as libwebp.so.7; `package` is Debian's. It stays open until the program ends.
    static Result<Library> open(const char* file, const char* package);

    // Sets a pointer to the function of that name. The first that is not there is kept for status().
    template <class Function>
    void get(Function*& function, const char* name) {
        // POSIX has data and functions alike in size, and dlsym returns the one for the other.
        function = reinterpret_cast<Function*>(address(name));
    }
    Status status() const;

private:
    Library(void* handle, const char* file) : handle_(handle), file_(file) {}
    void* address(const char* name);

    void* handle_;
    std::string file_;
    std::string missing_{};
};

}  // namespace thaw::media
