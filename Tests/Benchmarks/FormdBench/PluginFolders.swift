import Glibc

/// This build's plug-ins, laid out as they are installed, in a folder of this run's own.
struct PluginFolders {
    let folder: TemporaryFolder

    /// Throws `BenchmarkSkipped` when one is not built.
    init(_ settings: BenchmarkSettings) throws {
        folder = try TemporaryFolder()
        for (name, program, keys) in Self.plugins {
            let path = folder.path + "/" + name
            guard unsafe mkdir(path, 0o755) == 0 else {
                throw BenchmarkFailure(description: "cannot make \(path): \(errorText(errno))")
            }
            let manifest = #"{"name": "\#(name)", "version": "1", "program": "\#(program)", "protocol": 1, \#(keys)}"#
            _ = try folder.write(manifest, to: name + "/plugin.json")
            try copy(settings.buildFolder + "/" + program, to: path + "/" + program)
        }
    }

    /// With what is measured of their manifests.
    private static let plugins = [
        ("card", "CardNumber", #""types": [{"kind": "formatter", "name": "cardNumber"}]"#),
        ("currency", "CurrencyPlaceholder", #""types": [{"kind": "placeholder", "name": "currency"}]"#),
        (
            "pango", "PangoTextMeasurer",
            #""threads": true, "types": [{"kind": "measurer", "name": "pango"}], "reads": ["/etc/fonts", "#
                + #""/usr/share/fontconfig", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/xml/fontconfig", "#
                + #""/var/cache/fontconfig"]"#
        ),
        ("zoo", "formd-zoo-plugin", #""types": [{"kind": "placeholder", "name": "echo"}]"#),
    ]

    private func copy(_ source: String, to destination: String) throws {
        let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw BenchmarkSkipped(description: "\(source) is not built") }
        defer { close(input) }
        let output = unsafe open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o755)
        guard output >= 0 else {
            throw BenchmarkFailure(description: "cannot write \(destination): \(errorText(errno))")
        }
        defer { close(output) }
        var copied = 1
        while copied > 0 {
            copied = sendfile(output, input, nil, 1 << 24)
        }
        // A page of the program that is not on disk yet would count as the plug-in's own.
        guard copied == 0, fchmod(output, 0o755) == 0, fsync(output) == 0 else {
            throw BenchmarkFailure(description: "cannot write \(destination): \(errorText(errno))")
        }
    }
}
