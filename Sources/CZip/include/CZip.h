// libzip, which reads ZIP archives. It is loaded when an archive is first opened: a program that opens none starts without it, and
// runs on machines on which it is not installed. Versions of libzip differ in the file's name and agree in these functions.
#pragma once

#include <zip.h>

/// The functions that formd calls, by the names of libzip's documentation.
#define ZIP_FUNCTIONS(function) \
    function(zip_discard) \
    function(zip_error_fini) \
    function(zip_error_init) \
    function(zip_error_strerror) \
    function(zip_fclose) \
    function(zip_fopen) \
    function(zip_fread) \
    function(zip_name_locate) \
    function(zip_open_from_source) \
    function(zip_source_buffer_create) \
    function(zip_source_free)

struct zip_functions {
#define ZIP_MEMBER(name) __typeof__(name) *_Nonnull name;
    ZIP_FUNCTIONS(ZIP_MEMBER)
#undef ZIP_MEMBER
};

/// Loads libzip, which stays loaded. Returns NULL if no known version of it is installed. Any thread may call it.
const struct zip_functions *_Nullable zip_load(void);
