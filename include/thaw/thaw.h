/*
 * Thaw's C API: everything the program does, as one plain ABI for WebAssembly, Python and all else that can call C.
 *
 *     thaw_model* model = thaw_new();
 *     thaw_add_part(model, NULL, "fish_d.3d", data, data_size);
 *     thaw_add_file(model, "fish_a.3d", aniv, aniv_size);
 *     if (thaw_open(model, NULL) != THAW_OK) puts(thaw_error_message(model));
 *     else puts(thaw_info_json(model));
 *     if (thaw_convert(model, "glb", "{\"compact\":true}") == THAW_OK)
 *         fwrite(thaw_output_bytes(model, 0), 1, thaw_output_size(model, 0), file);
 *     thaw_free(model);
 *
 * Handles are numbers in the shape of pointers: nothing is ever read through one, and one that was never given or has
 * been freed is an error like any other. What belongs to a handle (strings, outputs, arrays) lives until the next call
 * with it or until it is freed; functions that only look (thaw_output_*, thaw_error_*, thaw_part_*, thaw_entry_bytes,
 * thaw_entry_size) do not count as calls. Different threads may use different handles at the same time; one handle is
 * for one thread at a time.
 *
 * Strings are UTF-8 and end with NUL. Functions that return a string or a handle return NULL on failure; then
 * thaw_error_message() says why. No function throws or prints, and but for thaw_open_path() and
 * thaw_archive_open_path() none opens a file. Every function accepts a NULL handle and fails.
 *
 * Options are JSON objects; NULL or "" is none. Unknown members are refused by name. The JSON that comes back is
 * described in docs/json.md; whole answers have a member "version".
 */
#ifndef THAW_THAW_H
#define THAW_THAW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(__wasm__)
#define THAW_API __attribute__((visibility("default")))
#else
#define THAW_API
#endif

/* Raised when a function or number below changes its meaning; new ones may come without raising it. */
#define THAW_ABI 2

/* Why a call failed. The numbers are fixed. */
enum {
    THAW_OK = 0,
    THAW_TRUNCATED = 1,       /* the file ends inside a field */
    THAW_BAD_MAGIC = 2,       /* the first bytes belong to something else */
    THAW_BAD_VERSION = 3,     /* a version no known program wrote */
    THAW_BAD_VALUE = 4,       /* a value that leaves the rest of the file without meaning */
    THAW_BAD_INDEX = 5,       /* an index whose target decides how much follows */
    THAW_UNSUPPORTED = 6,     /* understood, but not something Thaw can do */
    THAW_OVER_BUDGET = 7,     /* more memory or work than the input's size justifies */
    THAW_TOO_DEEP = 8,        /* structures nested deeper than any real file */
    THAW_UNREPRESENTABLE = 9, /* a document that the format cannot hold */
    THAW_NOT_RECOGNISED = 10, /* no format claims these bytes */
    THAW_MISSING_PART = 11,   /* a file of the model that is needed for this is not there */
    THAW_OUT_OF_MEMORY = 12,  /* the machine has no memory left */
    THAW_CANCELLED = 13,      /* the caller asked to stop */
    THAW_IO = 14,             /* the file system refused */
    THAW_INTERNAL = 15,       /* a bug in Thaw: please report it */
    THAW_BAD_ARGUMENT = 16    /* the call itself is wrong: no such handle, bad options, no model opened yet */
};
typedef int32_t thaw_status;

/* How strict thaw_issues_json is. */
enum {
    THAW_PROFILE_SPEC = 0, /* what the bytes allow */
    THAW_PROFILE_GAME = 1  /* what the original game would accept */
};
typedef int32_t thaw_profile;

/* One model: the bytes given to it, what was read from them, the last error and the last answers. */
typedef struct thaw_model thaw_model;
/* One scene made of a model, which it does not need any more. */
typedef struct thaw_scene thaw_scene;
/* One archive. */
typedef struct thaw_archive thaw_archive;

/* --- the library ------------------------------------------------------------------------------------------------- */

/* The version of the library, "0.1.0", and its THAW_ABI. */
THAW_API const char* thaw_version(void);
THAW_API int32_t thaw_abi(void);

/* What formats there are: {"version":1,"formats":[...]}, objects as `thaw formats --json` prints them. Lives as long as
 * the library, like the next one. */
THAW_API const char* thaw_formats_json(void);
/* The options of one format: {"version":1,"options":[{"name","type","help",...}]}; NULL if there is no such format. */
THAW_API const char* thaw_options_json(const char* format);

/* --- handles ----------------------------------------------------------------------------------------------------- */

/* An empty model, or NULL if there is no memory. */
THAW_API thaw_model* thaw_new(void);
/* Ends the handle and everything it owns. NULL is fine, and so is a handle that is none. */
THAW_API void thaw_free(thaw_model* model);

/* How the last call with the handle (of any kind) went; for one that is none THAW_BAD_ARGUMENT. */
THAW_API thaw_status thaw_error_status(const void* handle);
/* Why, in one line for people; "" after success. Never NULL. */
THAW_API const char* thaw_error_message(const void* handle);
/* The same as {"code","file","path","offset","message"}, the middle three only if known; "" after success. */
THAW_API const char* thaw_error_json(const void* handle);

/* Called now and then while work is done, from the calling thread, with how much is done. Not 0: stop, with
 * THAW_CANCELLED. It may not call functions with the handle. */
typedef int32_t (*thaw_monitor)(void* user, uint64_t done, uint64_t total);
THAW_API thaw_status thaw_set_monitor(thaw_model* model, thaw_monitor monitor, void* user);

/* What one input may cost: {"input_bytes","memory_per_byte","memory_floor","work_per_byte","work_floor",
 * "image_pixels","issues"}, any of them. */
THAW_API thaw_status thaw_set_limits(thaw_model* model, const char* limits_json);

/* --- opening ----------------------------------------------------------------------------------------------------- */

/*
 * Gives the model one file of its own, or a companion in its role. The bytes are copied.
 * role: the format's word for what the file is to the model ("data", "aniv", "ddd", "link", ...), or NULL to have
 * thaw_open find out from the bytes and the name.
 * name: as the user knows the file, for messages and for detection; may be NULL.
 * bytes: may be NULL if size is 0.
 */
THAW_API thaw_status thaw_add_part(thaw_model* model, const char* role, const char* name, const void* bytes,
                                   size_t size);

/*
 * Gives the model a file that it may ask for: it is taken if the model wants a file of that name. `name` may have
 * folders, with '/' between them. A whole folder may be given.
 */
THAW_API thaw_status thaw_add_file(thaw_model* model, const char* name, const void* bytes, size_t size);

/*
 * Called by thaw_open for a file that was not given: {"role","names":[...],"mentions","required"}. It gives what it
 * finds by thaw_add_file (the only function it may call with the handle); not 0: it has given something.
 */
typedef int32_t (*thaw_lookup)(void* user, thaw_model* model, const char* want_json);
THAW_API thaw_status thaw_set_lookup(thaw_model* model, thaw_lookup lookup, void* user);

/*
 * Reads the model from its parts. format: an id such as "ddd" or "unreal", or NULL to detect it.
 * After a failure the model is not open, and its parts are still there. Parts may be added to an open model; the next
 * thaw_open reads them. Of files that hold several models the first is opened.
 */
THAW_API thaw_status thaw_open(thaw_model* model, const char* format);
/* The same, of the model of that name (one of thaw_models_json). */
THAW_API thaw_status thaw_open_named(thaw_model* model, const char* format, const char* name);
/* The models that the parts hold: {"version":1,"models":[{"name","index","opened","error"}]}. Opens none. */
THAW_API const char* thaw_models_json(thaw_model* model, const char* format);

/* Opens a file with the companions it asks for, as the program does: "rat.ddd", "datafile.sdf/RAT.DDD". Options:
 * {"format","model","search":[folders],"companions":{role:path}}. What was given before is forgotten.
 * THAW_UNSUPPORTED in WebAssembly, where there are no files. */
THAW_API thaw_status thaw_open_path(thaw_model* model, const char* path, const char* options_json);

/*
 * Files that would complete an open model: [{"role","names":[...],"mentions","required"}]. `names` are in order of
 * preference, with '/' between folders, and '*' matches any run of characters; `mentions`, if not empty, is text the
 * file must hold.
 */
THAW_API const char* thaw_wants_json(thaw_model* model);

/* The files of an open model, its own first. An index past the end gives NULL or 0. */
THAW_API size_t thaw_part_count(const thaw_model* model);
THAW_API const char* thaw_part_role(const thaw_model* model, size_t index);
THAW_API const char* thaw_part_name(const thaw_model* model, size_t index);
THAW_API const void* thaw_part_bytes(const thaw_model* model, size_t index);
THAW_API size_t thaw_part_size(const thaw_model* model, size_t index);

/* --- what there is to know --------------------------------------------------------------------------------------- */

/* The facts of an open model: the object that `thaw info --json` prints. */
THAW_API const char* thaw_info_json(thaw_model* model);

/* What is wrong or remarkable: {"issues":[...],"dropped":n}. */
THAW_API const char* thaw_issues_json(thaw_model* model, thaw_profile profile);

/* --- writing and converting -------------------------------------------------------------------------------------- */

/*
 * Writes an open model into memory: as many outputs as the model has files of its own, byte for byte what was read.
 * Outputs live until the next call that makes some (thaw_open*, thaw_write, thaw_convert*, thaw_render) or thaw_free.
 */
THAW_API thaw_status thaw_write(thaw_model* model);

/*
 * Makes other files of an open model. target: "glb", "gltf", "obj", the id of a format, or "native": the model's own
 * format, or of a glTF the one that it was made of. Options: {"options":{name:value},"normals":"base|morph|none",
 * "lit","compact","meshopt","source","variant","name","fit"}.
 */
THAW_API thaw_status thaw_convert(thaw_model* model, const char* target, const char* options_json);
/* The same, over the model as it was before somebody edited it: what was not edited stays byte for byte. `base` is open
 * and stays as it is. */
THAW_API thaw_status thaw_convert_over(thaw_model* edited, const thaw_model* base, const char* target,
                                       const char* options_json);
/* What came of the last of these two, also where it failed: {"version":1,"target","outputs":[{"name","role","bytes",
 * "companion","kept"}],"change_summary","unchanged","issues":[...],"dropped":n}. After thaw_render: {"version":1,
 * "width","height","frames","seconds","issues","dropped"}. */
THAW_API const char* thaw_report_json(thaw_model* model);

/* The outputs; an index past the end gives NULL or 0. */
THAW_API size_t thaw_output_count(const thaw_model* model);
THAW_API const char* thaw_output_role(const thaw_model* model, size_t index); /* "" of what is no file of a model */
THAW_API const char* thaw_output_name(const thaw_model* model, size_t index);
THAW_API const void* thaw_output_bytes(const thaw_model* model, size_t index);
THAW_API size_t thaw_output_size(const thaw_model* model, size_t index);

/*
 * Draws an open model; the image is output 0. Options: {"size":N|"WxH","view","style":"clean|game","clip","time",
 * "animate","turntable","filmstrip","background","show","skin","samples":1|4|16,"filter":"auto|nearest|bilinear",
 * "frame_all","options":{name:value},"type":"png|rgba|gif|apng|webp"}, words as on the command line. rgba: pixels of 4
 * bytes, row after row from the top. webp needs libwebp, and there is none in WebAssembly.
 */
THAW_API thaw_status thaw_render(thaw_model* model, const char* options_json);

/* --- fields ------------------------------------------------------------------------------------------------------ */

/* Fields of a file of an open model: {"version":1,"part","bytes","is_packed","fields":[...],"more"}. part: its role, or
 * NULL for the first. below: path of the field whose fields are listed, or NULL for the file's. `first` are skipped, at
 * most `most` listed, `depth` levels deep. */
THAW_API const char* thaw_fields_json(thaw_model* model, const char* part, const char* below, uint64_t first,
                                      uint64_t most, uint32_t depth);
/* The field with the byte at that offset, and what it is part of, from the inside out. */
THAW_API const char* thaw_field_at_json(thaw_model* model, const char* part, uint64_t offset);
/* The field of a path that `thaw dump` prints. part: in this file, or NULL for any. */
THAW_API const char* thaw_find_field_json(thaw_model* model, const char* part, const char* path);
/* Changes the value of a field: the open model is then one with the new value, and its parts are the new files. All
 * else stays byte for byte, or the call fails and nothing changes. */
THAW_API thaw_status thaw_set_field(thaw_model* model, const char* part, const char* path, const char* value_json);
/* The same for several at once: [{"part","path","value"}]. */
THAW_API thaw_status thaw_set_fields(thaw_model* model, const char* values_json);
/* What differs between two open models of one format, field by field: {"version":1,"equal","changes":[...],"dropped"}.
 * The answer belongs to `a`. */
THAW_API const char* thaw_diff_json(thaw_model* a, const thaw_model* b);

/* --- bytes and things -------------------------------------------------------------------------------------------- */

/* The elements of the scene (made with these "options") that a byte is of: {"version":1,"elements":[{"kind","mesh",
 * "index",...,"words"}],"skipped":n}. */
THAW_API const char* thaw_elements_json(thaw_model* model, const char* part, uint64_t offset, const char* options_json);
/* What an element is stored as: {"version":1,"ranges":[{"part","path","offset","first_bit","bits","packed"}]}. */
THAW_API const char* thaw_bytes_of_json(thaw_model* model, const char* element_json, const char* options_json);

/* --- scenes ------------------------------------------------------------------------------------------------------ */

/* The scene of an open model. Options: {"options":{name:value},"normals"}. The error is the model's. */
THAW_API thaw_scene* thaw_scene_new(thaw_model* model, const char* options_json);
THAW_API void thaw_scene_free(thaw_scene* scene);
/* Everything but the arrays: {"version":1,"name","nodes":[...],"meshes":[...],"skins":[...],"materials":[...],
 * "variants":[...],"images":[...],"clips":[...],"issues":[...]}. */
THAW_API const char* thaw_scene_json(thaw_scene* scene);

enum { THAW_U8 = 1, THAW_U16 = 2, THAW_U32 = 3, THAW_F32 = 4, THAW_F64 = 5 };

/* An array of the scene, not copied: `count` elements of `components` numbers of that type, `stride` bytes from one to
 * the next. It lives as long as the scene; posed ones until the next thaw_pose(), a
 * shape until the next one is asked for. */
typedef struct thaw_array {
    const void* data;
    uint64_t count;
    uint32_t stride;
    uint32_t components;
    int32_t type;
} thaw_array;

enum {
    /* index: mesh */
    THAW_POINTS = 1,  /* 3 x f32 */
    THAW_NORMALS = 2, /* 3 x f32; none: computed where wanted */
    THAW_TANGENTS = 3,
    THAW_JOINTS = 4,  /* of a skin, as many u16 a point as it has influences */
    THAW_WEIGHTS = 5, /* f32 */
    /* index: mesh, part: primitive */
    THAW_CORNERS = 6, /* the point of each corner, u32 */
    THAW_UVS = 7,     /* of each corner, 2 x f32 */
    THAW_COLORS = 8,  /* of each corner, 4 x f32, linear */
    THAW_INDICES = 9, /* corners, u32: three a triangle, two a line */
    /* index: mesh, part: shape (target, or frame): offsets of all points from the mesh's own, 3 x f32 */
    THAW_SHAPE = 10,
    /* index: skin */
    THAW_SKIN_JOINTS = 11,   /* nodes, u32 */
    THAW_INVERSE_BINDS = 12, /* 16 x f32, column after column */
    /* index: image */
    THAW_IMAGE_PIXELS = 13, /* 4 x u8, row after row from the top; none if it cannot be read */
    /* index: clip, part: channel */
    THAW_KEY_TIMES = 14,  /* f32, seconds */
    THAW_KEY_VALUES = 15, /* f32, as many a key as its path has */
    THAW_KEY_FRAMES = 16, /* u32, of a channel of frames */
    /* after thaw_pose(); index: node */
    THAW_POSED_MATRIX = 17,  /* one element of 16 x f64, column after column */
    THAW_POSED_POINTS = 18,  /* of the node's mesh, 3 x f32 */
    THAW_POSED_NORMALS = 19, /* 3 x f32 */
    THAW_POSED_WEIGHTS = 20, /* of its shapes, f32 */
    /* index: image */
    THAW_IMAGE_SIZE = 21 /* one element of 2 x u32: width and height of its pixels; none if it cannot be read */
};

/* An array without elements is no failure. An index or part past the end is THAW_BAD_ARGUMENT. */
THAW_API thaw_status thaw_scene_array(thaw_scene* scene, int32_t what, size_t index, size_t part, thaw_array* array);

/* Poses the scene by a clip (its name, or its number; NULL: at rest) at that time. */
THAW_API thaw_status thaw_pose(thaw_scene* scene, const char* clip, double seconds);

/* --- archives ---------------------------------------------------------------------------------------------------- */

/* An archive of a game or of the world (zip, tar, ISO 9660); NULL if there is no memory. The bytes are copied. */
THAW_API thaw_archive* thaw_archive_new(void);
THAW_API void thaw_archive_free(thaw_archive* archive);
THAW_API thaw_status thaw_archive_open(thaw_archive* archive, const char* name, const void* bytes, size_t size);
/* The same of a file, which is read as far as it is needed; also 7z and rar, where libarchive is there.
 * THAW_UNSUPPORTED in WebAssembly. */
THAW_API thaw_status thaw_archive_open_path(thaw_archive* archive, const char* path);
/* {"version":1,"kind","entries":[{"name","bytes","stored_bytes","kind"}]}; the kind is in words: "zip archive" */
THAW_API const char* thaw_entries_json(thaw_archive* archive);
/* Unpacks one entry; its bytes live until the next call. */
THAW_API thaw_status thaw_entry(thaw_archive* archive, size_t index);
THAW_API const void* thaw_entry_bytes(const thaw_archive* archive);
THAW_API size_t thaw_entry_size(const thaw_archive* archive);

#ifdef __cplusplus
}
#endif

#endif
