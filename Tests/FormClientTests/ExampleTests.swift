import FormdTesting
import Testing

@Suite("The library from outside", .timeLimit(.minutes(5)))
struct ExampleTests {
    @Test("a front end in a package of its own compiles against what the library shows")
    func compiles() async throws {
        let (project, built) = (BuiltProducts.project, BuiltProducts.folder)
        // Building the package would compile four modules of formd once more.
        let command = """
            swiftc -swift-version 6 -typecheck -parse-as-library -warnings-as-errors -I \(built)/Modules \
            -I \(project)/Sources/CDBus -I \(project)/Sources/CSystemd \
            -Xcc -fmodule-map-file=\(built)/CLinux.build/module.modulemap \
            $(pkg-config --cflags dbus-1 libsystemd | sed 's/-I/-Xcc -I/g') \
            \(project)/Tests/FormClientTests/Example/Sources/Example/Example.swift
            """
        let result = try await Tool.run("sh", ["-c", command])
        #expect(result.status == 0, "\(result.errors)")
    }
}
