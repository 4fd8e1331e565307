/// The sheets of an XLSForm by name.
package struct Workbook: Sendable {
    private var sheets: [String: Sheet] = [:]

    package subscript(name: String) -> Sheet? { sheets[name] }

    init(_ sheets: [Sheet]) {
        self.sheets = Dictionary(sheets.map { ($0.name, $0) }) { first, _ in first }
    }

    package static let sheetNames = ["survey", "choices", "settings", "external_choices"]

    /// Reads CSV files, by the names of their sheets.
    package init(csv files: [String: String]) throws(UnreadableSheet) {
        for (name, text) in files {
            do throws(UnreadableSheet) {
                sheets[name] = Sheet(name: name, table: try CommaSeparatedValues.table(text))
            } catch {
                throw UnreadableSheet(description: "\(name): \(error)")
            }
        }
    }

    /// Reads the bytes of an Excel file (ECMA-376, `.xlsx`).
    package init(xlsx bytes: [UInt8]) throws(UnreadableSheet) {
        if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            throw UnreadableSheet(description: "this is an .xls file of Excel 97: save it as .xlsx")
        }
        let archive = try ZipArchive(bytes)
        var relations: [String: String] = [:]
        try XMLEvents.read(archive.file("xl/_rels/workbook.xml.rels")) { event in
            guard case .start("Relationship", let attributes) = event, let id = attributes["Id"] else { return }
            relations[id] = attributes["Target"]
        }
        var parts: [(name: String, path: String)] = []
        try XMLEvents.read(archive.file("xl/workbook.xml")) { event in
            guard case .start("sheet", let attributes) = event, let name = attributes["name"]?.lowercased(),
                let target = attributes["id"].flatMap({ relations[$0] }), Self.sheetNames.contains(name)
            else { return }
            parts.append((name, target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target))
        }
        let strings = try Self.sharedStrings(archive)
        for (name, path) in parts {
            sheets[name] = Sheet(name: name, table: try Self.table(archive.file(path), strings))
        }
    }

    /// The texts that the cells of all sheets refer to by number.
    private static func sharedStrings(_ archive: ZipArchive) throws(UnreadableSheet) -> [String] {
        guard archive.hasFile("xl/sharedStrings.xml") else { return [] }
        var strings: [String] = []
        var isText = false
        var isPhonetic = false
        try XMLEvents.read(archive.file("xl/sharedStrings.xml")) { event in
            switch event {
            case .start("si", _): strings.append("")
            case .start("rPh", _): isPhonetic = true
            case .end("rPh"): isPhonetic = false
            case .start("t", _): isText = !isPhonetic
            case .end("t"): isText = false
            case .text(let text) where isText && !strings.isEmpty: strings[strings.count - 1] += text
            default: break
            }
        }
        return strings
    }

    /// The maximum number of cells of a sheet. Excel allows 17 billion.
    private static let cellLimit = 1_000_000

    private static func table(_ bytes: [UInt8], _ strings: [String]) throws(UnreadableSheet) -> [[String]] {
        var rows: [[String]] = []
        var row = 0
        var cell: (column: Int, type: String, text: String) = (-1, "n", "")
        var isText = false
        var size = 0
        try XMLEvents.read(bytes) { event in
            switch event {
            case .start("row", let attributes):
                // Rows without cells may be missing in the file. A number beyond the limit is one too many, however
                // large.
                row = min(attributes["r"].flatMap { Int($0) } ?? row + 1, cellLimit + 1)
                cell.column = -1
            case .start("c", let attributes):
                cell = (attributes["r"].map(columnNumber) ?? cell.column + 1, attributes["t"] ?? "n", "")
            case .start("v", _), .start("t", _): isText = true
            case .end("v"), .end("t"): isText = false
            case .text(let text) where isText: cell.text += text
            case .end("c"):
                let value = value(of: cell.text, type: cell.type, strings)
                // Many cells have only a format.
                guard !value.isEmpty, row > 0, cell.column >= 0 else { break }
                size += max(0, row - rows.count)
                guard size <= cellLimit else { break }
                while rows.count < row { rows.append([]) }
                size += max(0, cell.column + 1 - rows[row - 1].count)
                guard size <= cellLimit else { break }
                while rows[row - 1].count <= cell.column { rows[row - 1].append("") }
                rows[row - 1][cell.column] = value
            default: break
            }
        }
        guard size <= cellLimit else { throw UnreadableSheet(description: "a sheet has more than \(cellLimit) cells") }
        return rows
    }

    private static func value(of text: String, type: String, _ strings: [String]) -> String {
        switch type {
        case "s": Int(text).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
        case "b": text == "1" ? "TRUE" : "FALSE"
        case "e": ""
        case "n": text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        default: text
        }
    }

    /// The column index, starting at 0, of a cell's name such as `AB12`.
    private static func columnNumber(_ name: String) -> Int {
        name.utf8.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }.prefix(3)
            .reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 } - 1
    }
}
