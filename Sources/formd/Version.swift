/// The version that `formd --version` prints and the Manager's property `Version` has.
enum Version {
    static let text = "0.1.0"
}
