#include "WebFiles.h"

// `#embed` is of C23; clang has it in every C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char index_html[] = {
#embed "Page/index.html"
};
static const char page_css[] = {
#embed "Page/page.css"
};
static const char icon_svg[] = {
#embed "Page/icon.svg"
};
static const char page_js[] = {
#embed "Page/page.js"
};
static const char formd_js[] = {
#embed "Page/formd.js"
};
static const char formd_d_ts[] = {
#embed "Page/formd.d.ts"
};
static const char session_js[] = {
#embed "Page/session.js"
};
static const char wire_js[] = {
#embed "Page/wire.js"
};
static const char binding_js[] = {
#embed "Page/binding.js"
};
static const char text_js[] = {
#embed "Page/text.js"
};
static const char outline_js[] = {
#embed "Page/outline.js"
};
static const char element_js[] = {
#embed "Page/element.js"
};
static const char controls_js[] = {
#embed "Page/controls.js"
};
static const char menu_js[] = {
#embed "Page/menu.js"
};
static const char dom_js[] = {
#embed "Page/dom.js"
};
static const char style_js[] = {
#embed "Page/style.js"
};
static const char kiosk_html[] = {
#embed "Page/kiosk.html"
};
static const char kiosk_js[] = {
#embed "Page/kiosk.js"
};
static const char keyboard_js[] = {
#embed "Page/keyboard.js"
};
static const char layouts_js[] = {
#embed "Page/layouts.js"
};
static const char admin_html[] = {
#embed "Admin/admin.html"
};
static const char admin_css[] = {
#embed "Admin/admin.css"
};
static const char admin_js[] = {
#embed "Admin/admin.js"
};

#define FILE(name, text) {name, text, sizeof text}

const web_file *web_files(void) {
    static const web_file files[] = {
        FILE("index.html", index_html),
        FILE("page.css", page_css),
        FILE("icon.svg", icon_svg),
        FILE("page.js", page_js),
        FILE("formd.js", formd_js),
        FILE("formd.d.ts", formd_d_ts),
        FILE("session.js", session_js),
        FILE("wire.js", wire_js),
        FILE("binding.js", binding_js),
        FILE("text.js", text_js),
        FILE("outline.js", outline_js),
        FILE("element.js", element_js),
        FILE("controls.js", controls_js),
        FILE("menu.js", menu_js),
        FILE("dom.js", dom_js),
        FILE("style.js", style_js),
        FILE("kiosk.html", kiosk_html),
        FILE("kiosk.js", kiosk_js),
        FILE("keyboard.js", keyboard_js),
        FILE("layouts.js", layouts_js),
        {NULL, NULL, 0},
    };
    return files;
}

const web_file *web_admin_files(void) {
    static const web_file files[] = {
        FILE("admin.html", admin_html),
        FILE("admin.css", admin_css),
        FILE("admin.js", admin_js),
        FILE("icon.svg", icon_svg),
        {NULL, NULL, 0},
    };
    return files;
}
