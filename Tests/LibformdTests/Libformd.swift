import FormdTesting
import Foundation

/// The built libraries, and programs that use them.
enum Libformd {
    /// Where the libraries were built. The build takes a few seconds and happens once.
    static func folder() async throws -> String { try await built.value }

    private static let built = Task {
        let folder = BuiltProducts.project + "/.build/libformd"
        let source = BuiltProducts.project + "/Sources/libformd-gtk"
        let arguments = ["--no-print-directory", "-s", "-C", source, "BUILD=\(folder)"]
        let make = try await Tool.run("make", arguments, limit: .seconds(120))
        guard make.status == 0 else { throw Failure(description: make.output + make.errors) }
        return folder
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func path(of program: String) -> String {
        BuiltProducts.project + "/Tests/LibformdTests/Programs/" + program
    }

    /// The environment of a program that uses the library. A critical message of GLib ends the program.
    static func environment() async throws -> [String: String] {
        let folder = try await folder()
        return ["LD_LIBRARY_PATH": folder, "GI_TYPELIB_PATH": folder, "G_DEBUG": "fatal-criticals"]
    }

    /// Runs a scenario of `scenarios.py` to its end.
    static func run(
        _ scenario: String,
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async throws -> Tool.Result {
        let environment = try await Self.environment().merging(environment) { $1 }
        let program = [path(of: "scenarios.py"), scenario] + arguments
        return try await Tool.run("/usr/bin/python3", program, environment: environment, limit: .seconds(60))
    }

    /// Compiles a program in C against the library.
    static func compile(_ source: String, to program: String) async throws {
        let folder = try await folder()
        let include = "-I\(BuiltProducts.project)/Sources/libformd -I\(folder)"
        let flags = "-std=gnu17 -g -Wall -Wextra -Werror \(include) $(pkg-config --cflags --libs gio-2.0)"
        let command = "cc -o \(program) \(path(of: source)) \(flags) -L\(folder) -lformd-1"
        let result = try await Tool.run("sh", ["-c", command])
        guard result.status == 0 else { throw Failure(description: result.errors) }
    }
}
