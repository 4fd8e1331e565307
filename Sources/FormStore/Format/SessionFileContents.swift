/// Why a file of the state folder cannot be read. The file is moved aside.
package struct StoreFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The contents of a session's file: the entries of its first record, the definition, and the records of its form.
package struct SessionFileContents: Sendable {
    /// The session's data besides its form, by names that the runtime chooses.
    package let entries: [String: String]
    /// The definition of the session's form; empty in files of version 1, and in those of drafts.
    package internal(set) var definition: String
    /// The last record of kind `whole`, and the records after it.
    package let records: [SessionRecord]
    /// The length of the valid part of the file. If the file is not damaged, the rest was being written when the daemon
    /// or the machine ended.
    package let length: Int
    /// Whether whole records follow the valid part, so that what is between was not torn but damaged.
    let isDamaged: Bool
    /// The length of the file when it was last written as a whole.
    let wholeLength: Int

    /// The maximum length of what precedes the first whole form.
    static let maximumHeadLength = 16 << 10
    /// The beginning of each file: the file type, and the version of its format.
    private static let magic = Array("formd session\n\0\0".utf8)
    /// Files of version 1 have no definition.
    static let version: UInt32 = 2
    static let preambleLength = 20

    static let preamble = magic + version.littleEndianBytes

    /// Parses a file of any version that was ever released.
    package init(_ file: [UInt8]) throws(StoreFormatError) {
        let entries = try Self.entries(file)
        var position = Self.preambleLength + entries.length
        definition = ""
        if let record = SessionRecord(at: file[position...]), record.kind == .definition {
            guard let text = String(validating: record.bytes, as: UTF8.self) else {
                throw StoreFormatError("its definition is not UTF-8")
            }
            definition = text
            position += record.length
        }
        var records: [SessionRecord] = []
        var wholeLength: Int?
        while let record = SessionRecord(at: file[position...]) {
            // A record with a lower revision is the rest of a longer record whose writing failed.
            guard record.kind == .whole || record.revision >= records.last?.revision ?? 0 else { break }
            if record.kind == .whole { records = [] }
            guard record.kind == .whole || record.kind == .change && !records.isEmpty else { break }
            records.append(record)
            position += record.length
            wholeLength = wholeLength ?? position
        }
        guard let wholeLength else { throw StoreFormatError("it has no record of a whole form") }
        self.entries = try Self.pairs(entries.bytes)
        self.records = records
        length = position
        self.wholeLength = wholeLength
        isDamaged = Self.hasRecord(in: file[position...], since: records.last?.revision ?? 0)
    }

    /// Whether there is a whole record anywhere behind the first byte. Bytes that look like records again and again count
    /// as damage, because checking all of them would take too long.
    private static func hasRecord(in rest: ArraySlice<UInt8>, since revision: UInt64) -> Bool {
        var bytesToCheck = 8 * rest.count
        for start in rest.indices.dropFirst() {
            guard let length = SessionRecord.possibleLength(at: rest[start...]) else { continue }
            bytesToCheck -= length
            if bytesToCheck < 0 { return true }
            guard let record = SessionRecord(at: rest[start...]), record.revision >= revision else { continue }
            if record.kind == .whole || record.kind == .change { return true }
        }
        return false
    }

    /// Parses only the first record, from the first bytes of a file.
    package static func entries(ofFileThatBegins bytes: [UInt8]) throws(StoreFormatError) -> [String: String] {
        try pairs(try entries(bytes).bytes)
    }

    /// Whether a file begins with the preamble of an earlier version.
    static func isOld(_ file: [UInt8]) throws(StoreFormatError) -> Bool { try checkPreamble(file) < version }

    /// Throws if the file does not begin with a preamble of a supported version.
    ///
    /// - Returns: the version.
    @discardableResult
    static func checkPreamble(_ file: [UInt8]) throws(StoreFormatError) -> UInt32 {
        guard file.count >= preambleLength, file.prefix(magic.count).elementsEqual(magic) else {
            throw StoreFormatError("it is no session's file")
        }
        let version = UInt32(littleEndianBytes: file[magic.count..<preambleLength])
        guard 1...Self.version ~= version else {
            throw StoreFormatError("its format is version \(version); this formd reads versions 1 to \(Self.version)")
        }
        return version
    }

    private static func entries(_ file: [UInt8]) throws(StoreFormatError) -> SessionRecord {
        try checkPreamble(file)
        guard let record = SessionRecord(at: file[preambleLength...]), record.kind == .entries else {
            throw StoreFormatError("its first record is damaged")
        }
        return record
    }

    // MARK: Entries

    /// A session's file with some entries, the definition of its form, and the whole form.
    static func file(_ entries: [String: String], definition: String = "", _ whole: SessionRecord) -> [UInt8] {
        let source = SessionRecord(.definition, revision: 0, Array(definition.utf8)[...])
        return preamble + records(entries, definition.isEmpty ? [whole] : [source, whole])
    }

    /// The file with other entries.
    func file(with entries: [String: String]) -> [UInt8] {
        let source = SessionRecord(.definition, revision: 0, Array(definition.utf8)[...])
        return Self.preamble + Self.records(entries, [source] + records)
    }

    static func records(_ entries: [String: String], _ others: [SessionRecord]) -> [UInt8] {
        let entries = SessionRecord(.entries, revision: 0, bytes(of: entries)[...])
        return others.reduce(entries.framed) { $0 + $1.framed }
    }

    /// Encodes pairs of texts in the order of the names.
    static func bytes(of pairs: [String: String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in pairs.sorted(by: { $0.key < $1.key }) {
            for text in [name, value] {
                bytes.append(littleEndian: UInt32(truncatingIfNeeded: text.utf8.count))
                bytes.append(contentsOf: text.utf8)
            }
        }
        return bytes
    }

    static func pairs(_ bytes: ArraySlice<UInt8>) throws(StoreFormatError) -> [String: String] {
        var texts: [String] = []
        var rest = bytes
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw StoreFormatError("its entries end too early") }
            let count = Int(UInt32(littleEndianBytes: rest.prefix(4)))
            rest = rest.dropFirst(4)
            guard count <= rest.count, let text = String(validating: rest.prefix(count), as: UTF8.self) else {
                throw StoreFormatError("an entry is longer than the record, or not UTF-8")
            }
            // No text of a client has one, and no message could contain it.
            guard !text.utf8.contains(0) else { throw StoreFormatError("an entry contains NUL") }
            texts.append(text)
            rest = rest.dropFirst(count)
        }
        guard texts.count.isMultiple(of: 2) else { throw StoreFormatError("an entry has a name and no value") }
        var entries: [String: String] = [:]
        for place in stride(from: 0, to: texts.count, by: 2) { entries[texts[place]] = texts[place + 1] }
        return entries
    }
}
