/* pose MODEL [CLIP]: where the points are at the start of a clip. */
#include <stdio.h>
#include <thaw/thaw.h>

int main(int count, char** words) {
    thaw_model* model = thaw_new();
    thaw_scene* scene = NULL;
    thaw_array points;
    size_t node;
    int failed = count < 2 || thaw_open_path(model, words[1], NULL) != THAW_OK ||
                 (scene = thaw_scene_new(model, NULL)) == NULL ||
                 thaw_pose(scene, count > 2 ? words[2] : "0", 0) != THAW_OK;
    if (failed) fprintf(stderr, "%s\n", thaw_error_message(scene == NULL ? (void*)model : (void*)scene));
    for (node = 0; !failed && thaw_scene_array(scene, THAW_POSED_POINTS, node, 0, &points) == THAW_OK; ++node) {
        const float* at = points.data;
        float low = 1e9f, high = -1e9f;
        uint64_t i;
        for (i = 0; i < points.count; ++i) {
            const float height = at[3 * i + 1];
            low = height < low ? height : low;
            high = height > high ? height : high;
        }
        if (points.count > 0)
            printf("node %d: %d points, from %.3f to %.3f m high\n", (int)node, (int)points.count, low, high);
    }
    thaw_scene_free(scene);
    thaw_free(model);
    return failed;
}
