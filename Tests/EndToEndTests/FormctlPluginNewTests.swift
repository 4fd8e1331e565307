import FormdTesting
import Foundation
import Testing

/// What `formctl plugins new` makes is built and tested as its author would.
@Suite("formctl plugins new", .timeLimit(.minutes(15)), .serialized)
struct FormctlPluginNewTests {
    private let folder: TemporaryFolder
    /// What was built of the SDK for one kind serves the next one.
    private static let build = Result { try TemporaryFolder() }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs a line of shell in the test's folder, with this build's formctl in the path.
    private func shell(_ line: String, limit: Duration = .seconds(600)) async throws -> Tool.Result {
        try await Tool.run(
            "sh",
            ["-c", "umask 0002; cd \"$FOLDER\" && PATH=\"$BIN:$PATH\" && \(line)"],
            environment: ["FOLDER": folder.path, "BIN": BuiltProducts.folder],
            limit: limit
        )
    }

    @Test(
        "a new plug-in of each kind builds without a warning and passes its test",
        arguments: ["placeholder", "formatter", "validator", "measurer"]
    )
    func builds(_ kind: String) async throws {
        let made = try await shell("formctl plugins new my-\(kind) --kind \(kind)")
        try #require(made.status == 0, "\(made.errors)")
        #expect(made.output.split(separator: "\n").contains("my-\(kind)/Package.swift"))
        let build = try Self.build.get().path
        let tested = try await shell(
            "cd my-\(kind) && swift test --scratch-path \(build) -Xswiftc -warnings-as-errors"
        )
        #expect(tested.status == 0, "\(tested.output)\n\(tested.errors)")
        #expect(tested.output.contains("Test run with"), "\(tested.output)")
        #expect(!(tested.output + tested.errors).contains("warning: "), "\(tested.output)\n\(tested.errors)")
    }

    @Test("a release build passes formd's checks in the sandbox, and is installed in the right folder")
    func checks() async throws {
        let made = try await shell(
            "formctl plugins new stars.2 --kind validator && cd stars.2 && make install PLUGINS=$FOLDER/plugins"
        )
        try #require(made.status == 0, "\(made.output)\n\(made.errors)")
        let checked = try await shell("formctl plugins check plugins/stars.2")
        #expect(checked.output == "stars.2 0.1.0: validator stars2\n", "\(checked.errors)")
        let again = try await shell("cd stars.2 && make --no-print-directory check")
        #expect(again.status == 0 && again.output.hasSuffix("stars.2 0.1.0: validator stars2\n"), "\(again)")
    }

    @Test(
        "an invalid name, kind or SDK is refused, and nothing is created",
        arguments: [
            ("'../x' --kind formatter", 2, "no name"), ("5stars --kind formatter", 2, "no name"),
            ("form-plugin --kind formatter", 2, "FormPlugin is the name of a module"),
            ("x --kind mask", 2, "kind"), ("x --kind formatter --sdk /nowhere", 1, "no Package.swift in /nowhere"),
            ("here --kind formatter", 1, "here exists already"),
        ]
    )
    func refused(_ arguments: String, _ status: Int, _ words: String) async throws {
        let result = try await shell("mkdir here && formctl plugins new \(arguments); s=$?; ls; exit $s")
        #expect(result.status == Int32(status))
        #expect(result.output == "here\n")
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test("the SDK can be a repository, and a folder with an odd name")
    func otherSDK() async throws {
        let made = try await shell(
            #"""
            mkdir 'a "b"' && touch 'a "b"/Package.swift' && formctl plugins new one --kind formatter --sdk 'a "b"' &&
            formctl plugins new two --kind formatter --sdk https://example.org/formd.git && cat one/Package.swift two/Package.swift
            """#
        )
        #expect(made.output.contains(#".package(path: "\#(folder.path)/a \"b\"")"#), "\(made)")
        #expect(made.output.contains(#".package(url: "https://example.org/formd.git", branch: "main")"#))
        #expect(made.output.contains(#".product(name: "FormPlugin", package: "formd")"#))
    }
}
