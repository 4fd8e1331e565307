#include "echo.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    int r;
    if (count == 2) {
        r = echo_serve_bus(arguments[1]);
    } else if (count == 3 && strcmp(arguments[1], "--socket") == 0) {
        r = echo_serve_socket(arguments[2]);
    } else if (count == 3 && strcmp(arguments[1], "--libdbus") == 0) {
        r = echo_serve_libdbus(arguments[2]);
    } else {
        fprintf(stderr, "usage: bench-echo BUS-ADDRESS | --socket PATH | --libdbus PATH\n");
        return 2;
    }
    fprintf(stderr, "bench-echo: %s\n", strerror(-r));
    return 1;
}
