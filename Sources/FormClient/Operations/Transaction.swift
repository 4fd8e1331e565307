package import DBus
package import EventLoop

/// Collects operations to be performed as one transaction.
@LoopActor
package final class Transaction: SessionOperations {
    private(set) var operations: [Operation] = []

    package func perform(_ method: MemberName, _ arguments: Value...) {
        operations.append(Operation(.session, method, arguments))
    }

    package func field(_ name: String) -> Field { Field(transaction: self, name: name) }

    /// A field in a transaction.
    package struct Field: FieldOperations {
        let transaction: Transaction
        let name: String

        package func perform(_ method: MemberName, _ arguments: Value...) {
            transaction.operations.append(Operation(.field(name), method, arguments))
        }
    }
}

/// The result of a transaction.
package struct AppliedTransaction: Sendable {
    /// The session's revision after the transaction.
    package let revision: UInt64
    /// The properties that it changed, by field; `nil` is the session.
    package let changes: [(field: String?, properties: [PropertyChange])]
}

extension SessionCalls {
    /// Performs the operations that `collect` adds as one transaction: all of them or none.
    ///
    /// - Parameter revision: the revision that the session must have; otherwise the error is `StaleRevision`.
    @discardableResult
    package func apply(
        ifRevision revision: UInt64? = nil,
        _ collect: @LoopActor (Transaction) -> Void
    ) async throws(BusError) -> AppliedTransaction {
        let transaction = Transaction()
        collect(transaction)
        return try await apply(transaction.operations, ifRevision: revision)
    }

    /// Performs operations as one transaction: all of them or none.
    package func apply(
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
