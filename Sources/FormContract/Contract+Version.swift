extension Contract {
    /// The version of formd and formctl: what their `--version` prints, and the Manager's property `Version`.
    package static let version = "0.1.0"
}
