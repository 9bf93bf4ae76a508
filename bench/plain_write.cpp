// plain_write FILE BYTES: what a file of so many bytes costs at least. Its room at once, then blocks of 256 KiB.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 3) return std::fputs("plain_write FILE BYTES\n", stderr), 3;
    const int file = ::open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    long left = std::atol(argv[2]);
    if (file < 0 || ::posix_fallocate(file, 0, left) != 0) return 1;
    const std::vector<char> block(std::size_t{1} << 18, 'x');
    while (left > 0) {
        const auto some = std::min<std::size_t>(block.size(), static_cast<std::size_t>(left));
        const auto written = ::write(file, block.data(), some);
        if (written <= 0) return 1;
        left -= written;
    }
    return ::close(file) == 0 ? 0 : 1;
}
