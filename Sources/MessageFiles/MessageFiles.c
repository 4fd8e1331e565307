#include "MessageFiles.h"

// `#embed` is of C23; clang has it in every C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char ar[] = {
#embed "Catalogues/ar.messages"
};
static const char de[] = {
#embed "Catalogues/de.messages"
};
static const char es[] = {
#embed "Catalogues/es.messages"
};
static const char fr[] = {
#embed "Catalogues/fr.messages"
};
static const char he[] = {
#embed "Catalogues/he.messages"
};
static const char it[] = {
#embed "Catalogues/it.messages"
};
static const char ja[] = {
#embed "Catalogues/ja.messages"
};
static const char pl[] = {
#embed "Catalogues/pl.messages"
};
static const char pt[] = {
#embed "Catalogues/pt.messages"
};
static const char ru[] = {
#embed "Catalogues/ru.messages"
};
static const char tr[] = {
#embed "Catalogues/tr.messages"
};
static const char zh_Hans[] = {
#embed "Catalogues/zh-Hans.messages"
};
static const char zh_Hant[] = {
#embed "Catalogues/zh-Hant.messages"
};

#define FILE(language, text) {language, text, sizeof text}

const message_file *message_files(void) {
    static const message_file files[] = {
        FILE("ar", ar),
        FILE("de", de),
        FILE("es", es),
        FILE("fr", fr),
        FILE("he", he),
        FILE("it", it),
        FILE("ja", ja),
        FILE("pl", pl),
        FILE("pt", pt),
        FILE("ru", ru),
        FILE("tr", tr),
        FILE("zh-Hans", zh_Hans),
        FILE("zh-Hant", zh_Hant),
        {NULL, NULL, 0},
    };
    return files;
}
