/* batch FILE...: which of these files are models, and why the others are none. */
#include <stdio.h>
#include <thaw/thaw.h>

int main(int count, char** words) {
    int i;
    for (i = 1; i < count; ++i) {
        thaw_model* model = thaw_new();
        if (thaw_open_path(model, words[i], NULL) == THAW_OK) {
            printf("%s: a model of %d files\n", words[i], (int)thaw_part_count(model));
        } else {
            printf("%s\n", thaw_error_message(model));
        }
        thaw_free(model);
    }
    return 0;
}
