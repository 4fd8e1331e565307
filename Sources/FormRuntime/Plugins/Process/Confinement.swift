import CLinux
import FoundationEssentials

/// What keeps a plug-in's process from doing harm on this machine.
package struct Confinement: Sendable, Hashable {
    /// 0: the kernel has none.
    package var landlockVersion: Int
    package var hasSeccomp: Bool

    package init(landlockVersion: Int, hasSeccomp: Bool) {
        self.landlockVersion = landlockVersion
        self.hasSeccomp = hasSeccomp
    }

    /// What this kernel can do.
    package static var ofThisMachine: Confinement {
        Confinement(
            landlockVersion: Int(plugin_process_landlock_version()),
            hasSeccomp: plugin_process_has_seccomp() != 0
        )
    }

    /// What is missing and what that means; empty where everything is there.
    package var gaps: [String] {
        var gaps: [String] = []
        if landlockVersion == 0 { gaps.append("no Landlock: plug-ins can read what formd's user can read") }
        if !hasSeccomp { gaps.append("no seccomp: plug-ins can start processes and open sockets") }
        return gaps
    }

    /// The launcher that was installed with a program: beside it, or in `libexec` beside its folder; nil: there is none.
    package static func launcher(besides program: String) -> String? {
        let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return [folder + "/formd-plugin-launcher", folder + "/../libexec/formd/formd-plugin-launcher"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
