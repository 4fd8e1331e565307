#include "terminal_guard.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};

static int terminal = -1;
static struct termios modes;
static const char *last_words = "";

void terminal_guard_restore(void) {
    if (terminal >= 0) tcsetattr(terminal, TCSANOW, &modes);
}

/// Calls only functions that are allowed in signal handlers. The signal's default action follows, because the handler is
/// removed when it is called (SA_RESETHAND).
static void crashed(int number) {
    if (terminal >= 0) {
        ssize_t ignored = write(terminal, last_words, strlen(last_words));
        (void)ignored;
        terminal_guard_restore();
    }
    raise(number);
}

static void handle(void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &action, NULL);
}

int terminal_guard_begin(int descriptor, const char *farewell) {
    if (tcgetattr(descriptor, &modes) < 0) return -errno;
    last_words = farewell;
    terminal = descriptor;
    handle(crashed, (int)(SA_RESETHAND | SA_NODEFER));
    return 0;
}

void terminal_guard_end(void) {
    terminal = -1;
    handle(SIG_DFL, 0);
}
