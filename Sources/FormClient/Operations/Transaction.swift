public import DBus
public import EventLoop

/// Collects operations to be performed as one transaction.
@LoopActor
public final class Transaction: SessionOperations {
    private(set) var operations: [Operation] = []

    /// Adds an operation.
    public func perform(_ method: MemberName, _ arguments: Value...) {
        operations.append(Operation(.session, method, arguments))
    }

    /// A field, whose operations become part of the transaction.
    public func field(_ name: String) -> Field { Field(transaction: self, name: name) }

    /// A field in a transaction.
    public struct Field: FieldOperations {
        let transaction: Transaction
        let name: String

        /// Adds an operation.
        public func perform(_ method: MemberName, _ arguments: Value...) {
            transaction.operations.append(Operation(.field(name), method, arguments))
        }
    }
}

/// The result of a transaction.
public struct AppliedTransaction: Sendable {
    /// The session's revision after the transaction.
    public let revision: UInt64
    /// The properties that it changed, by field; `nil` is the session.
    public let changes: [(field: String?, properties: [PropertyChange])]
}

extension SessionCalls {
    /// Performs the operations that `collect` adds as one transaction: all of them or none.
    ///
    /// - Parameter revision: the revision that the session must have; otherwise the error is `StaleRevision`.
    @discardableResult
    public func apply(
        ifRevision revision: UInt64? = nil,
        _ collect: @LoopActor (Transaction) -> Void
    ) async throws(BusError) -> AppliedTransaction {
        let transaction = Transaction()
        collect(transaction)
        return try await apply(transaction.operations, ifRevision: revision)
    }

    /// Performs operations as one transaction: all of them or none.
    public func apply(
        _ operations: [Operation],
        ifRevision revision: UInt64? = nil
    ) async throws(BusError) -> AppliedTransaction {
        var entries: [Value] = []
        for operation in operations { entries.append(try operation.applied()) }
        let options = revision.map { [("ifRevision", Value.uint64($0))] } ?? []
        let reply = try await call("Apply", .array("(sa{sv})", entries), .properties(options))
        let changes = (reply.count > 1 ? reply[1].elements : nil) ?? []
        return AppliedTransaction(
            revision: try reply.answer(),
            changes: changes.compactMap(\.members).map { change in
                let name = change.first?.string ?? ""
                return (name.isEmpty ? nil : name, change.last?.propertyChanges ?? [])
            }
        )
    }
}
