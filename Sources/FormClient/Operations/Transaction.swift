package import DBus
package import EventLoop

/// Collects operations that are to happen together: all of them, or none.
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
