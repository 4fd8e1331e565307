#pragma once

#include <gio/gio.h>

/* The types of the library. All are final but FormdObject, which programs cannot derive from either. */

G_BEGIN_DECLS

#define FORMD_DECLARE_TYPE(Name, name, NAME)                                                                           \
    typedef struct _Formd##Name Formd##Name;                                                                           \
    typedef struct _Formd##Name##Class Formd##Name##Class;                                                             \
    GType formd_##name##_get_type(void);                                                                               \
    G_DEFINE_AUTOPTR_CLEANUP_FUNC(Formd##Name, g_object_unref)                                                         \
    G_GNUC_UNUSED static inline Formd##Name *FORMD_##NAME(gpointer object) {                                           \
        return G_TYPE_CHECK_INSTANCE_CAST(object, formd_##name##_get_type(), Formd##Name);                             \
    }                                                                                                                  \
    G_GNUC_UNUSED static inline gboolean FORMD_IS_##NAME(gpointer object) {                                            \
        return G_TYPE_CHECK_INSTANCE_TYPE(object, formd_##name##_get_type());                                          \
    }

#define FORMD_TYPE_OBJECT (formd_object_get_type())
#define FORMD_TYPE_SESSION (formd_session_get_type())
#define FORMD_TYPE_FIELD (formd_field_get_type())
#define FORMD_TYPE_ELEMENT (formd_element_get_type())
#define FORMD_TYPE_OPTION (formd_option_get_type())
#define FORMD_TYPE_OPTIONS (formd_options_get_type())

FORMD_DECLARE_TYPE(Object, object, OBJECT)
FORMD_DECLARE_TYPE(Session, session, SESSION)
FORMD_DECLARE_TYPE(Field, field, FIELD)
FORMD_DECLARE_TYPE(Element, element, ELEMENT)
FORMD_DECLARE_TYPE(Option, option, OPTION)
FORMD_DECLARE_TYPE(Options, options, OPTIONS)

G_END_DECLS
