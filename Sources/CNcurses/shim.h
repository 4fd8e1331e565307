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

/// Sets the terminal to raw mode: keys are read one by one, are not echoed, and cause no signals. The program reads them
/// itself, so ncurses does not look for input while it draws.
static inline void terminal_begin(void) {
    raw();
    noecho();
    nonl();
    typeahead(-1);
    leaveok(stdscr, FALSE);
}

/// Whether the terminal can move its cursor, without which there is no screen.
static inline int terminal_moves(void) {
    const char *sequence = tigetstr("cup");
    return sequence && sequence != (const char *)-1;
}

/// The number of columns of a character; -1 for a control character. Requires that LC_CTYPE is UTF-8.
static inline int terminal_width(uint32_t character) {
    extern int wcwidth(wchar_t);
    return wcwidth((wchar_t)character);
}
