// What the core must not do: the check has to see both.
#include <cstdio>

int counter;

void leave_a_trace() {
    if (std::FILE* file = std::fopen("trace", "w")) std::fclose(file);
    ++counter;
}
