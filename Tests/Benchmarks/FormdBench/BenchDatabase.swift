import Glibc

/// A PostgreSQL that keeps what it commits, for one measurement. It ends with the object.
final class BenchDatabase {
    private let folder: TemporaryFolder
    private let server: ChildProcess
    let port: Int

    /// Makes a database with a table `answers`. Throws `BenchmarkSkipped` if PostgreSQL is not installed.
    init() throws {
        folder = try TemporaryFolder()
        port = 20_000 + Int(getpid()) % 20_000
        server = try ChildProcess("/bin/sh", ["-c", Self.script, "sh", folder.path, "\(port)"], folder: folder)
        for _ in 0..<600 {
            guard server.isRunning else { throw BenchmarkSkipped(description: "no PostgreSQL; \(server.lastWords)") }
            if try query("CREATE TABLE IF NOT EXISTS answers (key text PRIMARY KEY, name text)") != nil { return }
            usleep(100_000)
        }
        throw BenchmarkFailure(description: "PostgreSQL does not answer; \(server.lastWords)")
    }

    var address: String { "postgresql://formd@127.0.0.1:\(port)/postgres?sslmode=disable" }

    /// What a query has returned; `nil` if it has failed.
    func query(_ sql: String) throws -> String? {
        let output = folder.path + "/answer"
        let command =
            "psql -X -A -t -q -h 127.0.0.1 -p \(port) -U formd -d postgres -c \"$1\" > \(output) || rm \(output)"
        let tool = try ChildProcess(
            "/bin/sh",
            ["-c", command, "sh", sql],
            environment: ["PATH": "/usr/bin:/bin"],
            folder: folder
        )
        while tool.isRunning { usleep(2_000) }
        return readFile(output)
    }

    private static let script = """
        set -e
        bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
        mkdir "$1/data"
        as=
        if [ "$(id -u)" = 0 ]; then
            chmod 711 "$1"
            chown postgres "$1/data"
            as="setpriv --reuid=postgres --regid=postgres --clear-groups"
        fi
        $as "$bin/initdb" -D "$1/data" -U formd -A trust -E UTF8 --locale=C --no-instructions
        exec $as "$bin/postgres" -D "$1/data" -c listen_addresses=127.0.0.1 -c port="$2" -c unix_socket_directories=
        """
}
