// fresh ROOT BUILD: is the program in BUILD made from ROOT as it is now? Exit code 0 if so. ./thaw asks at every start:
// find(1) could answer, too, and took as long as all else together.
//
// Nothing that the program is made of, and no folder it lies in, may be newer than the stamp BUILD/.built. A build that
// failed or was stopped leaves no stamp; the stamp names the checkout, in case the folder was moved.
#define _XOPEN_SOURCE 700 // realpath
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct timespec built;

static int is_newer(const struct timespec* time) {
    return time->tv_sec > built.tv_sec || (time->tv_sec == built.tv_sec && time->tv_nsec > built.tv_nsec);
}

// Is this file, or anything in this folder, newer? What cannot be looked at counts as newer.
static int any_newer(int folder, const char* name) {
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || is_newer(&status.st_mtim)) return 1;
    if (!S_ISDIR(status.st_mode)) return 0;
    const int opened = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* entries = opened < 0 ? NULL : fdopendir(opened);
    if (entries == NULL) return 1;
    int newer = 0;
    for (const struct dirent* entry; !newer && (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) newer = any_newer(opened, entry->d_name);
    }
    closedir(entries);
    return newer;
}

// Does the stamp name this folder? Remembers how old it is.
static int read_stamp(const char* root, int build) {
    struct stat status;
    char place[PATH_MAX];
    char stamped[PATH_MAX + 1];
    const int stamp = openat(build, ".built", O_RDONLY | O_CLOEXEC);
    if (stamp < 0 || fstat(stamp, &status) != 0 || realpath(root, place) == NULL) return 0;
    built = status.st_mtim;
    const ssize_t length = read(stamp, stamped, sizeof stamped - 1);
    if (length < 1 || stamped[length - 1] != '\n') return 0;
    stamped[length - 1] = '\0';
    return strcmp(stamped, place) == 0;
}

int main(int argc, char** argv) {
    static const char* const sources[] = {"src", "include", "cmake", "CMakeLists.txt", "CMakePresets.json"};
    if (argc != 3) return 2;
    const int root = open(argv[1], O_RDONLY | O_DIRECTORY);
    const int build = open(argv[2], O_RDONLY | O_DIRECTORY);
    if (root < 0 || build < 0 || !read_stamp(argv[1], build)) return 1;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; ++i) {
        if (any_newer(root, sources[i])) return 1;
    }
    return 0;
}
