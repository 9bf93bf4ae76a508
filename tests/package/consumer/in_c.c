#include <stdio.h>
#include <thaw/thaw.h>

int main(void) {
    thaw_model* model = thaw_new();
    thaw_status status = thaw_add_part(model, NULL, "poem.txt", "rose", 4);
    if (status == THAW_OK) status = thaw_open(model, NULL);
    printf("C: thaw %s: %s\n", thaw_version(), thaw_error_message(model));
    thaw_free(model);
    return status == THAW_NOT_RECOGNISED ? 0 : 1;
}
