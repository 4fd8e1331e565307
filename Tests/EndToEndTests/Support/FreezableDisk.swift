import EventLoop
import FormdTesting
import Foundation

/// A file system on an image of its own, which can be frozen: then every write to it waits.
final class FreezableDisk {
    let folder: TemporaryFolder
    private let root: Int32

    /// Returns `nil` where file systems cannot be made or mounted, as in some containers.
    @LoopActor
    static func make() async throws -> FreezableDisk? {
        let folder = try TemporaryFolder()
        let image = folder.path + "/image"
        try FileManager.default.createDirectory(atPath: folder.path + "/disk", withIntermediateDirectories: false)
        guard FileManager.default.createFile(atPath: image, contents: Data(count: 16 << 20)),
            (try? await Tool.run("/sbin/mkfs.ext4", ["-q", image]))?.status == 0,
            try await Tool.run("/usr/bin/mount", ["-o", "loop", image, folder.path + "/disk"]).status == 0
        else { return nil }
        return FreezableDisk(folder)
    }

    private init(_ folder: TemporaryFolder) {
        self.folder = folder
        root = open(folder.path + "/disk", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    deinit {
        _ = setFrozen(false)
        close(root)
        umount2(folder.path + "/disk", Int32(MNT_DETACH))
    }

    /// - Returns: whether that is how the disk is now.
    func setFrozen(_ isFrozen: Bool) -> Bool {
        // FIFREEZE and FITHAW of <linux/fs.h>, which Swift does not import.
        ioctl(root, isFrozen ? 0xC004_5877 : 0xC004_5878, 0) == 0
    }
}
