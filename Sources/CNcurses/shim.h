// ncurses for wide characters. This header wraps macros and global variables of ncurses in functions, because Swift cannot
// import the macros, and cannot use the variables safely.
#pragma once

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdint.h>
#include <wchar.h>

/// How a cell is drawn, beside its colours.
enum {
    terminal_bold = 1,
    terminal_dim = 2,
    terminal_underlined = 4,
    terminal_reversed = 8,
    terminal_italic = 16,
};

/// Keys without a name in ncurses. `terminal_define_keys` assigns them these numbers, which ncurses does not use.
enum {
    terminal_key_first = 0x2000,
    terminal_key_paste_begins = terminal_key_first,
    terminal_key_paste_ends,
    // The arrows, Home, End, Insert, Delete, PageUp and PageDown with modifiers: for each of these ten a number of xterm's
    // modifiers, 2 to 8, is added to ten times its place.
    terminal_key_modified = 0x2100,
};

static inline WINDOW *terminal_screen(void) { return stdscr; }
static inline int terminal_colors(void) { return COLORS; }

/// Writes a grapheme cluster to a cell. It consists of at most five code points, of which only the first has a width, and a
/// terminating 0.
static inline void terminal_put(int y, int x, const uint32_t cluster[6], int attributes, int pair) {
    attr_t bits = 0;
    if (attributes & terminal_bold) bits |= A_BOLD;
    if (attributes & terminal_dim) bits |= A_DIM;
    if (attributes & terminal_underlined) bits |= A_UNDERLINE;
    if (attributes & terminal_reversed) bits |= A_REVERSE;
    if (attributes & terminal_italic) bits |= A_ITALIC;
    cchar_t cell;
    if (setcchar(&cell, (const wchar_t *)cluster, bits, (short)pair, NULL) == OK) mvwadd_wch(stdscr, y, x, &cell);
}

static inline void terminal_move(int y, int x) { wmove(stdscr, y, x); }
static inline void terminal_refresh(void) { wrefresh(stdscr); }
static inline void terminal_erase(void) { werase(stdscr); }
/// Makes the next refresh draw every cell, because the contents of the screen are unknown.
static inline void terminal_redraw(void) { clearok(stdscr, TRUE); }

/// Reads a key without waiting. Returns OK for a character, KEY_CODE_YES for a key of ncurses, ERR for none.
static inline int terminal_read(uint32_t *key) {
    wint_t value = 0;
    int result = wget_wch(stdscr, &value);
    *key = (uint32_t)value;
    return result;
}
static inline int terminal_key_code_yes(void) { return KEY_CODE_YES; }

/// The position of the mouse and the event: 1 the left button was pressed, 2 the wheel was turned up, 3 down, 0 any other.
static inline int terminal_mouse(int *x, int *y) {
    MEVENT event;
    if (getmouse(&event) != OK) return 0;
    *x = event.x;
    *y = event.y;
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) return 1;
    if (event.bstate & BUTTON4_PRESSED) return 2;
#if NCURSES_MOUSE_VERSION > 1
    if (event.bstate & BUTTON5_PRESSED) return 3;
#endif
    return 0;
}

/// Sets the terminal to raw mode: keys are read one by one, are not echoed, and cause no signals.
static inline void terminal_begin(void) {
    raw();
    noecho();
    nonl();
    set_escdelay(25);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    leaveok(stdscr, FALSE);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED
#if NCURSES_MOUSE_VERSION > 1
            | BUTTON5_PRESSED
#endif
        , NULL);
    mouseinterval(0);
}

/// Defines the sequences that terminals send for bracketed paste, and for keys with modifiers.
static inline void terminal_define_keys(void) {
    define_key("\033[200~", terminal_key_paste_begins);
    define_key("\033[201~", terminal_key_paste_ends);
    static const char *const ends[] = {"A", "B", "C", "D", "H", "F", "2~", "3~", "5~", "6~"};
    char sequence[] = "\033[1;x..";
    for (int key = 0; key < 10; key++) {
        int is_letter = ends[key][1] == 0;
        for (int modifiers = 2; modifiers <= 8; modifiers++) {
            sequence[2] = is_letter ? '1' : ends[key][0];
            sequence[4] = (char)('0' + modifiers);
            sequence[5] = is_letter ? ends[key][0] : '~';
            sequence[6] = 0;
            define_key(sequence, terminal_key_modified + 10 * key + modifiers);
        }
    }
}

/// The number of columns of a character; -1 for a control character. Requires that LC_CTYPE is UTF-8.
static inline int terminal_width(uint32_t character) {
    extern int wcwidth(wchar_t);
    return wcwidth((wchar_t)character);
}
