/*
 * Thaw's C API: one plain ABI for WebAssembly, Python and everything else that can call C.
 *
 *     thaw_model* model = thaw_new();
 *     thaw_add_part(model, NULL, "fish_d.3d", data, data_size);
 *     thaw_add_part(model, NULL, "fish_a.3d", aniv, aniv_size);
 *     if (thaw_open(model, NULL) != THAW_OK) puts(thaw_error_message(model));
 *     else puts(thaw_info_json(model));
 *     thaw_free(model);
 *
 * Errors belong to the handle, like everything else: thaw_error_message says why the last call with it failed. There
 * is no global state, so different threads may use different handles at the same time; one handle is for one thread at
 * a time.
 *
 * Strings are UTF-8, end with NUL, belong to the handle and live until the next call with it (the thaw_output_ and
 * thaw_error_ functions, which only look, do not count as calls) or until thaw_free. Functions that return a string
 * return NULL on failure. No function throws, opens a file or prints. Every function accepts a NULL handle and fails.
 */
#ifndef THAW_THAW_H
#define THAW_THAW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or number below changes its meaning; new ones may come without raising it. */
#define THAW_ABI 1

/* Why a call failed. The numbers are fixed. */
enum {
    THAW_OK = 0,
    THAW_TRUNCATED = 1,       /* the file ends inside a field */
    THAW_BAD_MAGIC = 2,       /* the first bytes belong to something else */
    THAW_BAD_VERSION = 3,     /* a version no known program wrote */
    THAW_BAD_VALUE = 4,       /* a value that leaves the rest of the file without meaning */
    THAW_BAD_INDEX = 5,       /* an index whose target decides how much follows */
    THAW_UNSUPPORTED = 6,     /* understood, but not something Thaw can read */
    THAW_OVER_BUDGET = 7,     /* more memory or work than the input's size justifies */
    THAW_TOO_DEEP = 8,        /* structures nested deeper than any real file */
    THAW_UNREPRESENTABLE = 9, /* a document that the format cannot hold */
    THAW_NOT_RECOGNISED = 10, /* no format claims these bytes */
    THAW_MISSING_PART = 11,   /* a file of the model that is needed for this is not there */
    THAW_OUT_OF_MEMORY = 12,  /* the machine has no memory left */
    THAW_CANCELLED = 13,      /* the caller asked to stop */
    THAW_IO = 14,             /* the file system refused */
    THAW_INTERNAL = 15,       /* a bug in Thaw: please report it */
    THAW_BAD_ARGUMENT = 16    /* the call itself is wrong: a NULL handle, an unknown format, no model opened yet */
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

/* The version of the library, "0.1.0", and its THAW_ABI. */
const char* thaw_version(void);
int32_t thaw_abi(void);

/* An empty model, or NULL if there is no memory. */
thaw_model* thaw_new(void);
/* Ends the handle and everything it owns. NULL is fine. */
void thaw_free(thaw_model* model);

/*
 * Gives the model one file. The bytes are copied.
 * role: the format's word for what the file is to the model ("data", "aniv", "ddd", "link", ...), or NULL to have
 * thaw_open find out from the bytes and the name. Companions (what thaw_wants_json lists) need the role it names.
 * name: as the user knows the file, for messages and for detection; may be NULL.
 * bytes: may be NULL if size is 0.
 */
thaw_status thaw_add_part(thaw_model* model, const char* role, const char* name, const void* bytes, size_t size);

/*
 * Reads the model from its parts. format: an id such as "ddd" or "unreal", or NULL to detect it.
 * After a failure the model is not open, and its parts are still there. Parts may be added to an open model; the next
 * thaw_open reads them.
 */
thaw_status thaw_open(thaw_model* model, const char* format);

/*
 * Files that would complete an open model: [{"role","names":[...],"mentions","required"}]. `names` are in order of
 * preference, with '/' between folders, and '*' matches any run of characters; `mentions`, if not empty, is text the
 * file must hold. Look one up, thaw_add_part it under its role, thaw_open again, and ask again until nothing new is
 * wanted.
 */
const char* thaw_wants_json(thaw_model* model);

/* The facts of an open model: the object that `thaw info --json` prints. */
const char* thaw_info_json(thaw_model* model);

/* What is wrong or remarkable: {"issues":[...],"dropped":n}. */
const char* thaw_issues_json(thaw_model* model, thaw_profile profile);

/*
 * Writes an open model into memory: as many outputs as the model has files of its own, byte for byte what was read.
 * They live until the next thaw_open, thaw_write or thaw_free.
 */
thaw_status thaw_write(thaw_model* model);
/* The outputs of the last thaw_write; an index past the end gives NULL or 0. */
size_t thaw_output_count(const thaw_model* model);
const char* thaw_output_role(const thaw_model* model, size_t index);
const char* thaw_output_name(const thaw_model* model, size_t index); /* of the part it came from, maybe "" */
const void* thaw_output_bytes(const thaw_model* model, size_t index);
size_t thaw_output_size(const thaw_model* model, size_t index);

/* How the last call with the handle went; for a NULL handle THAW_BAD_ARGUMENT. */
thaw_status thaw_error_status(const thaw_model* model);
/* Why, in one line for people; "" after success. Never NULL, also for a NULL handle. */
const char* thaw_error_message(const thaw_model* model);
/* The same as {"code","file","path","offset","message"}, the middle three only if known; "" after success. */
const char* thaw_error_json(const thaw_model* model);

#ifdef __cplusplus
}
#endif

#endif
