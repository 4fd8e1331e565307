import CLinux
import EventLoop

/// The restrictions that this machine's kernel supports for a plug-in's process.
package struct Confinement: Sendable, Hashable {
    /// 0 if the kernel has no Landlock.
    package var landlockVersion: Int
    package var hasSeccomp: Bool

    package init(landlockVersion: Int, hasSeccomp: Bool) {
        self.landlockVersion = landlockVersion
        self.hasSeccomp = hasSeccomp
    }

    /// The restrictions that this kernel supports.
    package static var ofThisMachine: Confinement {
        Confinement(
            landlockVersion: Int(plugin_process_landlock_version()),
            hasSeccomp: plugin_process_has_seccomp() != 0
        )
    }

    /// The restrictions that this kernel does not support, and their consequences; empty if it supports all. Seccomp
    /// covers most of what older versions of Landlock do not restrict.
    package var gaps: [String] {
        var gaps: [String] = []
        if landlockVersion == 0 { gaps.append("no Landlock: plug-ins can read what formd's user can read") }
        guard !hasSeccomp else { return gaps }
        gaps.append("no seccomp: plug-ins can start processes and open sockets")
        if landlockVersion < 3 { gaps.append("no seccomp, and Landlock before version 3: plug-ins can empty files") }
        if landlockVersion < 4 { gaps.append("no seccomp, and Landlock before version 4: plug-ins have the network") }
        if landlockVersion < 6 {
            gaps.append("no seccomp, and Landlock before version 6: plug-ins can end processes of formd's user")
        }
        return gaps
    }

    /// What no kernel restricts.
    package static let standingGaps = [
        "plug-ins can tell whether a file exists, how large it is and whose (access, stat, readlink)",
        "plug-ins can use the processor for as long as they are asked",
    ]

    /// The launcher that was installed with a program: beside it, or in `libexec` beside its folder; `nil` if there is
    /// none.
    package static func launcher(besides program: String) -> String? {
        let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return [folder + "/formd-plugin-launcher", folder + "/../libexec/formd/formd-plugin-launcher"]
            .first(where: FileSystem.isExecutable)
    }
}
