#include "formd-gtk-private.h"
#include "formd-gtk-word-table.h"

/* The texts of the window itself, in the session's language. */

const char *_formd_gtk_word(FormdSession *session, unsigned word) {
    const char *locale = session != NULL ? formd_session_get_locale(session) : "";
    /* The region tells which Chinese script is meant. */
    gboolean is_traditional = g_str_has_prefix(locale, "zh-TW") || g_str_has_prefix(locale, "zh-HK");
    if (is_traditional) locale = "zh-Hant";
    else if (strcmp(locale, "zh") == 0 || g_str_has_prefix(locale, "zh-CN")) locale = "zh-Hans";
    for (unsigned index = 0; index < G_N_ELEMENTS(languages); index++) {
        const char *language = languages[index].language;
        gsize length = strlen(language);
        if (strncmp(locale, language, length) == 0 && (locale[length] == '\0' || locale[length] == '-')) {
            return languages[index].words[word];
        }
    }
    return languages[0].words[word];
}
