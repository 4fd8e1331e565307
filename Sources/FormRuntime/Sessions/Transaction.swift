package import FormEngine

/// What one transaction did, as its caller learns it.
package struct Transaction: Sendable {
    /// The session's revision after it.
    package let revision: UInt64
    /// One for each operation.
    package let results: [OperationResult]
    /// What was announced.
    package let changes: [Change]
}
