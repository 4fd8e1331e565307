import Foundation
import Testing
import XLSFormImport

@Suite("The sheets of an XLSForm")
struct WorkbookTests {
    private static func sheet(_ text: String) throws -> Sheet {
        try #require(try Workbook(csv: ["survey": text])["survey"])
    }

    @Test(
        "are read from CSV as RFC 4180 says",
        arguments: [
            ("a,b\n1,2\n", ["1", "2"]), ("a,b\r\n1,2", ["1", "2"]), ("\u{FEFF}a,b\r1,2\r", ["1", "2"]),
            ("a,b\n\"1,\"\"x\"\"\r\ny\",\" 2 \"\n", ["1,\"x\"\r\ny", "2"]), ("a,b\n1\n", ["1", ""]),
            ("a,b\n,\n\n1,2,3\n", ["1", "2"]), ("a,b\n\"\",ä€😀\n", ["", "ä€😀"]),
        ]
    )
    func tables(text: String, cells: [String]) throws {
        let sheet = try Self.sheet(text)
        let row = try #require(sheet.rows.first)
        #expect(["a", "b"].map { sheet.text($0, in: row) } == cells)
    }

    @Test("find columns regardless of case, and report the position of a cell")
    func columns() throws {
        let sheet = try Self.sheet(" Type ,Label::French (fr),Constraint Message,Read Only\n\ntext,Nom,,\n")
        #expect(sheet.columns == ["type", "label::French (fr)", "constraint_message", "readonly"])
        let row = try #require(sheet.rows.first)
        #expect(sheet.place("constraint_message", in: row) == "survey!C3" && sheet.place("type") == "survey!A1")
    }

    @Test("a quotation mark that is not closed is an error")
    func open() {
        let error = #expect(throws: UnreadableSheet.self) { try Self.sheet("a,\"b\n") }
        #expect(error?.description == "survey: a quotation mark is not closed")
    }

    /// The bytes of an archive of these files.
    private static func archive(_ files: [String: String]) throws -> [UInt8] {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [
            "-c",
            """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, text in json.load(sys.stdin).items(): archive.writestr(name, text)
            """,
        ]
        let (input, output) = (Pipe(), Pipe())
        python.standardInput = input
        python.standardOutput = output
        try python.run()
        input.fileHandleForWriting.write(try JSONEncoder().encode(files))
        try input.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return [UInt8](bytes)
    }

    private static let workbook = [
        "xl/workbook.xml": """
        <x:workbook xmlns:x="urn:m" xmlns:r="urn:r"><x:sheets><x:sheet name="Survey" r:id="rId1"/>
        <x:sheet name="notes" r:id="rId9"/></x:sheets></x:workbook>
        """,
        "xl/_rels/workbook.xml.rels": """
        <Relationships><Relationship Id="rId1" Target="worksheets/sheet7.xml"/></Relationships>
        """,
        "xl/sharedStrings.xml": """
        <sst><si><t>type</t></si><si><r><t>na</t></r><r><t>me</t></r><rPh><t>x</t></rPh></si><si><t>a &amp; b</t></si></sst>
        """,
    ]

    @Test("are read from an Excel file: shared strings, inline strings, numbers and booleans, with omitted cells")
    func excel() throws {
        var files = Self.workbook
        files["xl/worksheets/sheet7.xml"] = """
            <worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
            <row r="3"><c r="A3" t="inlineStr"><is><t>text</t></is></c><c r="C3" t="s"><v>2</v></c></row>
            <row r="4"><c r="A4"><v>3.0</v></c><c t="b"><v>1</v></c><c t="s"><v>99</v></c></row>
            <row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData></worksheet>
            """
        let sheet = try #require(try Workbook(xlsx: Self.archive(files))["survey"])
        #expect(sheet.columns == ["type", "", "name"])
        #expect(sheet.rows.map(\.number) == [3, 4])
        #expect(sheet.rows.map { row in (0..<3).map(row.text) } == [["text", "", "a & b"], ["3", "TRUE", ""]])
    }

    @Test(
        "a file that is not an Excel file, or has too many cells, is an error",
        arguments: [
            ("", "is no file"), ("<a>", "line 1: "),
            (
                #"<s><row r="1048576"><c r="A1048576" t="str"><v>x</v></c></row></s>"#,
                "a sheet has more than 1000000 cells"
            ),
            (
                #"<s><row r="9223372036854775807"><c t="str"><v>x</v></c></row><row><c t="str"><v>x</v></c></row></s>"#,
                "a sheet has more than 1000000 cells"
            ),
            (#"<!DOCTYPE a [<!ENTITY b "\#(String(repeating: "x", count: 100))">]><s>&b;"#, "line 1: "),
        ]
    )
    func bad(sheet: String, reason: String) throws {
        var files = Self.workbook
        files["xl/worksheets/sheet7.xml"] = sheet
        let bytes = sheet.isEmpty ? Array("PK no archive".utf8) : try Self.archive(files)
        let error = #expect(throws: UnreadableSheet.self) { try Workbook(xlsx: bytes) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("an archive without the parts of Excel is an error that names one")
    func parts() throws {
        let bytes = try Self.archive(["a": "b"])
        let error = #expect(throws: UnreadableSheet.self) { try Workbook(xlsx: bytes) }
        #expect(error?.description == "the file has no part xl/_rels/workbook.xml.rels")
    }
}
