/// An error as it travels on the bus: what a call failed with, or what a method answers with.
package struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    package var name: ErrorName
    /// For humans; may be empty.
    package var message: String

    package init(_ name: ErrorName, _ message: String) {
        self.name = name
        self.message = message
    }

    package var description: String {
        message.isEmpty ? name.string : "\(name.string): \(message)"
    }
}
