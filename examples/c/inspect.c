/* inspect MODEL: what there is to know of a model, and its first fields, as JSON. */
#include <stdio.h>
#include <thaw/thaw.h>

int main(int count, char** words) {
    thaw_model* model = thaw_new();
    int failed = count != 2 || thaw_open_path(model, words[1], NULL) != THAW_OK;
    const char* answer = failed ? NULL : thaw_info_json(model);
    if (answer != NULL) puts(answer);
    answer = failed ? NULL : thaw_fields_json(model, NULL, NULL, 0, 8, 1);
    if (answer != NULL) puts(answer);
    if (answer == NULL) fprintf(stderr, "%s\n", thaw_error_message(model));
    thaw_free(model);
    return answer == NULL;
}
