// Restricts the files of the process with Landlock. It is used by its system calls, because the C library has no wrappers, and
// with numbers for its newer flags, because the headers of a stable distribution may be older than its kernel.

#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Versions 2 to 6 of the interface each added a right that is denied here.
#define ACCESS_VERSION_1 ((1ULL << 13) - 1)
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL (1ULL << 15)
#define NETWORK_BIND_AND_CONNECT 3ULL
#define SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS 3ULL

struct ruleset {
    uint64_t handled_files;
    uint64_t handled_network;
    uint64_t scoped;
};

static void allow(int ruleset, const char *path, uint64_t access, bool must_exist) {
    struct landlock_path_beneath_attr rule = {.allowed_access = access};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) {
        if (errno == ENOENT && !must_exist) return;
        give_up("open", path);
    }
    struct stat status;
    if (fstat(rule.parent_fd, &status) < 0) give_up("look at", path);
    // The other rights are about what a folder contains.
    if (!S_ISDIR(status.st_mode)) {
        rule.allowed_access &=
            LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE;
    }
    if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0) give_up("allow", path);
    close(rule.parent_fd);
}

bool restrict_files(const struct order *order) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) {
        if (errno == ENOSYS || errno == EOPNOTSUPP) return false;
        give_up("use Landlock", NULL);
    }
    struct ruleset attributes = {.handled_files = ACCESS_VERSION_1};
    if (version >= 2) attributes.handled_files |= ACCESS_REFER;
    if (version >= 3) attributes.handled_files |= ACCESS_TRUNCATE;
    if (version >= 4 && !order->network) attributes.handled_network = NETWORK_BIND_AND_CONNECT;
    if (version >= 5) attributes.handled_files |= ACCESS_IOCTL;
    if (version >= 6) attributes.scoped = SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS;
    // An older kernel refuses a structure that is larger than the one it knows, so the size depends on the version.
    size_t size = version >= 6 ? sizeof attributes : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
    if (ruleset < 0) give_up("use Landlock", NULL);

    const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    const uint64_t executing = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
    static const char *const libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) allow(ruleset, libraries[i], reading, false);
    allow(ruleset, "/dev/null", reading, false);
    allow(ruleset, "/dev/urandom", reading, false);
    allow(ruleset, order->folder, reading, true);
    for (size_t i = 0; i < order->read_count; i++) allow(ruleset, order->reads[i], reading, false);
    // Everything that the ruleset handles, except for executing and for files that are no plain files.
    const uint64_t special = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                             LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_EXECUTE;
    const uint64_t writing = attributes.handled_files & ~(special | ACCESS_IOCTL);
    for (size_t i = 0; i < order->write_count; i++) allow(ruleset, order->writes[i], writing, true);
    // To find a host, and to check its certificate.
    static const char *const names[] = {
        "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
        "/etc/ssl", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
    };
    for (size_t i = 0; order->network && i < sizeof names / sizeof *names; i++) allow(ruleset, names[i], reading, false);

    // The process can execute the program, its interpreter, and the interpreter of that, such as a script, the program in its
    // first line, and the dynamic linker.
    char paths[2][PATH_MAX];
    const char *program = order->program;
    allow(ruleset, program, executing, true);
    for (int depth = 0; depth < 3 && interpreter_of(program, paths[depth % 2], PATH_MAX); depth++) {
        program = paths[depth % 2];
        allow(ruleset, program, executing, true);
    }
    if (syscall(SYS_landlock_restrict_self, ruleset, 0) < 0) give_up("use Landlock", NULL);
    close(ruleset);
    return true;
}
