/* edit_field MODEL PATH VALUE OUT: one value of the file changed, all else byte for byte. VALUE is JSON. */
#include <stdio.h>
#include <thaw/thaw.h>

int main(int count, char** words) {
    thaw_model* model = thaw_new();
    int failed = count != 5 || thaw_open_path(model, words[1], NULL) != THAW_OK ||
                 thaw_set_field(model, NULL, words[2], words[3]) != THAW_OK || thaw_write(model) != THAW_OK;
    if (failed) fprintf(stderr, "%s\n", thaw_error_message(model));
    if (!failed) {
        FILE* file = fopen(words[4], "wbx");
        failed = file == NULL || fwrite(thaw_output_bytes(model, 0), thaw_output_size(model, 0), 1, file) != 1;
        if (file != NULL) fclose(file);
        puts(thaw_find_field_json(model, NULL, words[2]));
    }
    thaw_free(model);
    return failed;
}
