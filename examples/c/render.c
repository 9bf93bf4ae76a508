/* render MODEL OUT.png: an image of the model, as its game drew it. */
#include <stdio.h>
#include <thaw/thaw.h>

int main(int count, char** words) {
    thaw_model* model = thaw_new();
    int failed = count != 3 || thaw_open_path(model, words[1], NULL) != THAW_OK ||
                 thaw_render(model, "{\"size\":256,\"style\":\"game\",\"background\":\"grey\"}") != THAW_OK;
    if (failed) fprintf(stderr, "%s\n", thaw_error_message(model));
    if (!failed) {
        FILE* file = fopen(words[2], "wbx");
        failed = file == NULL || fwrite(thaw_output_bytes(model, 0), thaw_output_size(model, 0), 1, file) != 1;
        if (file != NULL) fclose(file);
        puts(thaw_report_json(model));
    }
    thaw_free(model);
    return failed;
}
