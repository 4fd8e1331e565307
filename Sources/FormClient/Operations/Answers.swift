package import DBus
package import EventLoop

/// Calls a field's methods and waits for the replies. The field may belong to a followed session or not.
///
/// Every call throws the daemon's error.
@LoopActor
package protocol FieldCalls {
    @discardableResult
    func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value]
}

extension FieldCalls {
    /// Requests the focus. Returns false if the field does not accept it.
    package func takeFocus() async throws(BusError) -> Bool {
        try await call("Focus").answer()
    }

    /// Types a text. Returns false if all of it was refused.
    package func type(_ text: String) async throws(BusError) -> Bool {
        try await call("InsertText", .string(text)).answer(at: 2)
    }

    /// Steps a number, date, time, option or toggle. Returns false if the value did not change.
    package func step(by count: UInt32 = 1, down: Bool = false) async throws(BusError) -> Bool {
        try await call(down ? "StepDown" : "StepUp", .uint32(count)).answer(at: 2)
    }

    /// Switches a toggle. Returns whether it is on now.
    package func turn() async throws(BusError) -> Bool {
        try await call("Toggle").answer()
    }

    /// The text itself, even of a secret while `secureEntry` is false.
    package func reveal() async throws(BusError) -> String {
        try await call("Reveal").answer()
    }

    /// Performs an action of an edit menu. Returns the text of `cut` and `copy`.
    ///
    /// - Parameter text: the text to paste.
    package func performEditAction(_ action: String, text: String = "") async throws(BusError) -> String {
        try await call("PerformEditAction", .string(action), .string(text)).answer()
    }

    /// A page of the options whose label contains the filter, and the total number of such options.
    package func options(
        containing filter: String = "",
        from offset: UInt32 = 0,
        limit: UInt32 = 1_000
    ) async throws(BusError) -> (total: UInt32, page: [FieldOption]) {
        let reply = try await call("ListOptions", .string(filter), .uint32(offset), .uint32(limit))
        return (try reply.answer(), try reply.answer(at: 1))
    }

    /// Validates the field. Returns the message of the rule that fails; `nil` if none does.
    package func validate(force: Bool = true) async throws(BusError) -> String? {
        let reply = try await call("Validate", .boolean(force))
        return try reply.answer() ? nil : reply.answer(at: 1)
    }
}

/// The permissions of a user in a session; each role includes the ones before it.
package enum SessionRole: String, Sendable, CaseIterable {
    case viewer, editor, owner
}

/// Calls a session's methods and waits for the replies.
@LoopActor
package protocol SessionCalls {
    @discardableResult
    func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value]
}

extension SessionCalls {
    /// Submits the form. Returns its values by field, secrets included. Throws `NotValid`; the first field with an
    /// error is then focused.
    package func submit() async throws(BusError) -> [(field: String, value: String)] {
        try await call("Submit").first?.texts ?? []
    }

    /// Like `submit`, with the values as a JSON object, typed as their fields are.
    package func submitDocument() async throws(BusError) -> String {
        try await call("SubmitDocument").answer()
    }

    /// Asks the owner to submit.
    package func requestSubmit() async throws(BusError) { try await call("RequestSubmit") }

    /// Validates the form. Returns the fields with errors, in the form's order.
    package func validate(force: Bool = true) async throws(BusError) -> [FieldError] {
        try await call("Validate", .boolean(force)).answer(at: 1)
    }

    /// Shows the next page. Returns its number, counted from 0. Throws `NotValid` if a field of the page has an error.
    package func nextPage() async throws(BusError) -> UInt32 { try await call("NextPage").answer() }
    package func previousPage() async throws(BusError) -> UInt32 { try await call("PreviousPage").answer() }
    package func show(page: UInt32) async throws(BusError) -> UInt32 {
        try await call("ShowPage", .uint32(page)).answer()
    }

    /// Undoes the last step. Returns the name of the field whose text changed; empty if rows changed.
    package func undo() async throws(BusError) -> String { try await call("Undo").answer() }
    package func redo() async throws(BusError) -> String { try await call("Redo").answer() }

    /// Adds a row to a group, at the end unless a position is given. Returns the row's number.
    package func addRow(to group: String, at position: Int32 = -1) async throws(BusError) -> UInt32 {
        try await call("AddRow", .string(group), .int32(position)).answer()
    }

    package func remove(row: UInt32, of group: String) async throws(BusError) {
        try await call("RemoveRow", .string(group), .uint32(row))
    }

    package func move(row: UInt32, of group: String, to position: UInt32) async throws(BusError) {
        try await call("MoveRow", .string(group), .uint32(row), .uint32(position))
    }

    /// The unformatted values by field, without secrets.
    package func values() async throws(BusError) -> [(field: String, value: String)] {
        try await call("GetValues").first?.texts ?? []
    }

    /// The answers of the visible fields, as on a review page.
    package func review() async throws(BusError) -> [ReviewedAnswer] { try await call("GetReview").answer() }

    /// Gives another user a role, which replaces the user's present one.
    package func grant(_ role: SessionRole, to user: UInt32) async throws(BusError) {
        try await call("Grant", .uint32(user), .string(role.rawValue))
    }

    /// Removes a user's role, and ends the user's subscriptions.
    package func revoke(_ user: UInt32) async throws(BusError) { try await call("Revoke", .uint32(user)) }

    /// Restarts the session's idle time, because the user is present.
    package func extend() async throws(BusError) { try await call("Extend") }

    /// Ends the session.
    package func close() async throws(BusError) { try await call("Close") }
}

extension [Value] {
    /// Decodes an argument of a reply. Throws if the reply has no argument of this type at this position.
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
    /// The entries of an `a{ss}`, in order.
    fileprivate var texts: [(field: String, value: String)]? {
        entries?.map { ($0.key.string ?? "", $0.value.string ?? "") }
    }
}
