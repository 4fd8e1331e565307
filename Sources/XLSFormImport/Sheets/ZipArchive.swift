import CZip

/// The files of a ZIP archive in memory.
///
/// libzip reads the archive, and keeps its own copy of the directory. The type is safe because the bytes stay in place
/// until the archive is closed by `deinit`, and nothing else has either pointer.
@safe final class ZipArchive {
    private let zip: zip_functions
    private let archive: OpaquePointer
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// The maximum size of an unpacked file in bytes.
    private static let fileLimit = 16 << 20

    init(_ content: [UInt8]) throws(UnreadableSheet) {
        guard let zip = unsafe zip_load()?.pointee else {
            throw UnreadableSheet(description: "files of Excel need libzip, which is not installed")
        }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: content.count)
        _ = unsafe bytes.update(fromContentsOf: content)
        var error = unsafe zip_error_t()
        unsafe zip.zip_error_init(&error)
        defer { unsafe zip.zip_error_fini(&error) }
        // The source does not free the bytes; this object does.
        let source = unsafe zip.zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(content.count), 0, &error)
        guard let source = unsafe source, let archive = unsafe zip.zip_open_from_source(source, ZIP_RDONLY, &error)
        else {
            let reason =
                unsafe zip.zip_error_strerror(&error).map { text in unsafe String(cString: text) } ?? "no archive"
            unsafe zip.zip_source_free(source)
            unsafe bytes.deallocate()
            throw UnreadableSheet(description: "this is no file of Excel: \(reason)")
        }
        self.zip = zip
        unsafe self.archive = archive
        unsafe self.bytes = bytes
    }

    deinit {
        unsafe zip.zip_discard(archive)
        unsafe bytes.deallocate()
    }

    func hasFile(_ path: String) -> Bool { unsafe zip.zip_name_locate(archive, path, 0) >= 0 }

    /// The unpacked content of a file.
    func file(_ path: String) throws(UnreadableSheet) -> [UInt8] {
        guard let file = unsafe zip.zip_fopen(archive, path, 0) else {
            throw UnreadableSheet(description: "the file has no part \(path)")
        }
        defer { _ = unsafe zip.zip_fclose(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe zip.zip_fread(file, buffer.baseAddress, zip_uint64_t(buffer.count))
            }
            if count == 0 { return content }
            guard count > 0, content.count + Int(count) <= Self.fileLimit else {
                let reason = count < 0 ? "cannot be unpacked" : "has more than \(Self.fileLimit) bytes"
                throw UnreadableSheet(description: "the part \(path) \(reason)")
            }
            content += chunk[..<Int(count)]
        }
    }
}
