package import DBus
package import EventLoop

/// What calls a field's methods and waits for the answers: a field of a followed session, or one that nobody follows.
///
/// Every call throws the daemon's error, in its words.
@LoopActor
package protocol FieldCalls {
    @discardableResult
    func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value]
}

extension FieldCalls {
    /// Asks for the focus. False if the field does not take it.
    package func takeFocus() async throws(BusError) -> Bool {
        try await call("Focus").answer()
    }

    /// Types a text. False if nothing of it was taken.
    package func type(_ text: String) async throws(BusError) -> Bool {
        try await call("InsertText", .string(text)).answer(at: 2)
    }

    /// Steps a number, date, time, option or toggle. False if no step leads anywhere.
    package func step(by count: UInt32 = 1, down: Bool = false) async throws(BusError) -> Bool {
        try await call(down ? "StepDown" : "StepUp", .uint32(count)).answer(at: 2)
    }

    /// Turns a toggle. Returns whether it is on now.
    package func turn() async throws(BusError) -> Bool {
        try await call("Toggle").answer()
    }

    /// The text as it is, of a secret as well, while `secureEntry` is false.
    package func reveal() async throws(BusError) -> String {
        try await call("Reveal").answer()
    }

    /// Does what an edit menu offers. Returns what `cut` and `copy` took.
    ///
    /// - Parameter text: what `paste` inserts.
    package func performEditAction(_ action: String, text: String = "") async throws(BusError) -> String {
        try await call("PerformEditAction", .string(action), .string(text)).answer()
    }

    /// A page of the options whose label contains the filter, and how many such options there are.
    package func options(
        containing filter: String = "",
        from offset: UInt32 = 0,
        limit: UInt32 = 1_000
    ) async throws(BusError) -> (total: UInt32, page: [FieldOption]) {
        let reply = try await call("ListOptions", .string(filter), .uint32(offset), .uint32(limit))
        return (try reply.answer(), try reply.answer(at: 1))
    }

    /// The message of the rule that the field breaks; `nil` if it breaks none.
    package func validate(force: Bool = true) async throws(BusError) -> String? {
        let reply = try await call("Validate", .boolean(force))
        return try reply.answer() ? nil : reply.answer(at: 1)
    }
}

/// What a user may do in a session; a role includes those before it.
package enum SessionRole: String, Sendable, CaseIterable {
    case viewer, editor, owner
}

/// What calls a session's methods and waits for the answers.
@LoopActor
package protocol SessionCalls {
    @discardableResult
    func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value]
}

extension SessionCalls {
    /// Validates the form. Returns its values by field, secrets among them. Throws `NotValid`; the first field in error has
    /// the focus then.
    package func submit() async throws(BusError) -> [(field: String, value: String)] {
        try await call("Submit").first?.texts ?? []
    }

    /// As `submit`, with the values as a JSON object, typed as their fields are.
    package func submitDocument() async throws(BusError) -> String {
        try await call("SubmitDocument").answer()
    }

    /// Asks the owner to submit.
    package func requestSubmit() async throws(BusError) { try await call("RequestSubmit") }

    /// The fields in error in the form's order; none if the form is valid.
    package func validate(force: Bool = true) async throws(BusError) -> [FieldError] {
        try await call("Validate", .boolean(force)).answer(at: 1)
    }

    /// Shows the next page. Returns its number, from 0. Throws `NotValid` if a field of the page is in error.
    package func nextPage() async throws(BusError) -> UInt32 { try await call("NextPage").answer() }
    package func previousPage() async throws(BusError) -> UInt32 { try await call("PreviousPage").answer() }
    package func show(page: UInt32) async throws(BusError) -> UInt32 {
        try await call("ShowPage", .uint32(page)).answer()
    }

    /// Takes the last edit back. Returns the field whose text went back; "" where rows did.
    package func undo() async throws(BusError) -> String { try await call("Undo").answer() }
    package func redo() async throws(BusError) -> String { try await call("Redo").answer() }

    /// Adds a row to a group, behind the others unless a position is given. Returns the row's number.
    package func addRow(to group: String, at position: Int32 = -1) async throws(BusError) -> UInt32 {
        try await call("AddRow", .string(group), .int32(position)).answer()
    }

    package func remove(row: UInt32, of group: String) async throws(BusError) {
        try await call("RemoveRow", .string(group), .uint32(row))
    }

    package func move(row: UInt32, of group: String, to position: UInt32) async throws(BusError) {
        try await call("MoveRow", .string(group), .uint32(row), .uint32(position))
    }

    /// The unformatted values by field, without those of secrets.
    package func values() async throws(BusError) -> [(field: String, value: String)] {
        try await call("GetValues").first?.texts ?? []
    }

    /// The answers of the visible fields, as a review shows them.
    package func review() async throws(BusError) -> [ReviewedAnswer] { try await call("GetReview").answer() }

    /// Gives another user a role, in place of the one that the user has.
    package func grant(_ role: SessionRole, to user: UInt32) async throws(BusError) {
        try await call("Grant", .uint32(user), .string(role.rawValue))
    }

    /// Takes a user's role away, and ends the user's subscriptions.
    package func revoke(_ user: UInt32) async throws(BusError) { try await call("Revoke", .uint32(user)) }

    /// Says that somebody is there: the session's idle time begins anew.
    package func extend() async throws(BusError) { try await call("Extend") }

    /// Ends the session.
    package func close() async throws(BusError) { try await call("Close") }
}

extension [Value] {
    /// An argument of a reply. Throws if the reply has no argument of this type there.
    package func answer<Item: BusDecodable>(
        at position: Int = 0,
        as type: Item.Type = Item.self
    ) throws(BusError) -> Item {
        guard indices.contains(position), let item = Item(busValue: self[position]) else {
            throw BusError(.failed, "the reply's argument \(position + 1) is not of type \(Item.busType)")
        }
        return item
    }
}

extension Value {
    /// The entries of `a{ss}` in order.
    fileprivate var texts: [(field: String, value: String)]? {
        entries?.map { ($0.key.string ?? "", $0.value.string ?? "") }
    }
}
