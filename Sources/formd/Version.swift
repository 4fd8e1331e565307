/// What `formd --version` and the Manager's `Version` say.
enum Version {
    static let text = "0.1.0"
}
