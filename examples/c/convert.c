/* convert MODEL OUT.glb: to glTF, and back in memory, which proves that nothing is lost. */
#include <stdio.h>
#include <string.h>
#include <thaw/thaw.h>

static int save(const thaw_model* model, const char* path) {
    FILE* file = fopen(path, "wbx"); /* never over a file that is there */
    if (file == NULL) return 1;
    size_t written = fwrite(thaw_output_bytes(model, 0), 1, thaw_output_size(model, 0), file);
    return fclose(file) != 0 || written != thaw_output_size(model, 0);
}

int main(int count, char** words) {
    thaw_model* model = thaw_new();
    thaw_model* glb = thaw_new();
    int failed = count != 3 || thaw_open_path(model, words[1], NULL) != THAW_OK ||
                 thaw_convert(model, "glb", "{\"compact\":true}") != THAW_OK || save(model, words[2]);
    if (failed) fprintf(stderr, "%s\n", thaw_error_message(model));
    failed = failed || thaw_open_path(glb, words[2], NULL) != THAW_OK || thaw_convert(glb, "native", NULL) != THAW_OK;
    if (!failed) {
        int same = thaw_output_size(glb, 0) == thaw_part_size(model, 0) &&
                   memcmp(thaw_output_bytes(glb, 0), thaw_part_bytes(model, 0), thaw_part_size(model, 0)) == 0;
        printf("%s: the way back is %s\n", words[2], same ? "byte for byte" : "another file");
        failed = !same;
    }
    thaw_free(glb);
    thaw_free(model);
    return failed;
}
