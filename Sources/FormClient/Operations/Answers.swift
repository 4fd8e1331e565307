public import DBus
public import EventLoop

/// Calls a field's methods and waits for the replies. The field may belong to a followed session or not.
///
/// Every call throws the daemon's error.
@LoopActor
public protocol FieldCalls {
    @discardableResult
    func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value]
}

extension FieldCalls {
    /// Requests the focus. Returns false if the field does not accept it.
    public func takeFocus() async throws(BusError) -> Bool {
        try await call("Focus").answer()
    }

    /// Types a text. Returns false if all of it was refused.
    public func type(_ text: String) async throws(BusError) -> Bool {
        try await call("InsertText", .string(text)).answer(at: 2)
    }

    /// Steps a number, date, time, option or toggle. Returns false if the value did not change.
    public func step(by count: UInt32 = 1, down: Bool = false) async throws(BusError) -> Bool {
        try await call(down ? "StepDown" : "StepUp", .uint32(count)).answer(at: 2)
    }

    /// Switches a toggle. Returns whether it is on now.
    public func turn() async throws(BusError) -> Bool {
        try await call("Toggle").answer()
    }

    /// The text itself, even of a secret while `secureEntry` is false.
    public func reveal() async throws(BusError) -> String {
        try await call("Reveal").answer()
    }

    /// Performs an action of an edit menu. Returns the text of `cut` and `copy`.
    ///
    /// - Parameter text: the text to paste.
    public func performEditAction(_ action: String, text: String = "") async throws(BusError) -> String {
        try await call("PerformEditAction", .string(action), .string(text)).answer()
    }

    /// A page of the options whose label contains the filter, and the total number of such options.
    public func options(
        containing filter: String = "",
        from offset: UInt32 = 0,
        limit: UInt32 = 1_000
    ) async throws(BusError) -> (total: UInt32, page: [FieldOption]) {
        let reply = try await call("ListOptions", .string(filter), .uint32(offset), .uint32(limit))
        return (try reply.answer(), try reply.answer(at: 1))
    }

    /// Validates the field. Returns the message of the rule that fails; `nil` if none does.
    public func validate(force: Bool = true) async throws(BusError) -> String? {
        let reply = try await call("Validate", .boolean(force))
        return try reply.answer() ? nil : reply.answer(at: 1)
    }
}

/// The permissions of a user in a session; each role includes the ones before it.
public enum SessionRole: String, Sendable, CaseIterable {
    case viewer, editor, owner
}

/// Calls a session's methods and waits for the replies.
@LoopActor
public protocol SessionCalls {
    @discardableResult
    func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value]
}

extension SessionCalls {
    /// Submits the form. Returns its values by field, secrets included. Throws `NotValid`; the first field with an
    /// error is then focused.
    public func submit() async throws(BusError) -> [(field: String, value: String)] {
        try await call("Submit").first?.texts ?? []
    }

    /// Like `submit`, with the values as a JSON object, typed as their fields are.
    public func submitDocument() async throws(BusError) -> String {
        try await call("SubmitDocument").answer()
    }

    /// Asks the owner to submit.
    public func requestSubmit() async throws(BusError) { try await call("RequestSubmit") }

    /// Validates the form. Returns the fields with errors, in the form's order.
    public func validate(force: Bool = true) async throws(BusError) -> [FieldError] {
        try await call("Validate", .boolean(force)).answer(at: 1)
    }

    /// Shows the next page. Returns its number, counted from 0. Throws `NotValid` if a field of the page has an error.
    public func nextPage() async throws(BusError) -> UInt32 { try await call("NextPage").answer() }
    /// Shows the previous page. Returns its number, counted from 0.
    public func previousPage() async throws(BusError) -> UInt32 { try await call("PreviousPage").answer() }
    /// Shows the page with this number, counted from 0. Returns the number of the page that is shown.
    public func show(page: UInt32) async throws(BusError) -> UInt32 {
        try await call("ShowPage", .uint32(page)).answer()
    }

    /// Undoes the last step. Returns the name of the field whose text changed; empty if rows changed.
    public func undo() async throws(BusError) -> String { try await call("Undo").answer() }
    /// Repeats the step that was undone. Returns the same as `undo`.
    public func redo() async throws(BusError) -> String { try await call("Redo").answer() }

    /// Adds a row to a group, at the end unless a position is given. Returns the row's number.
    public func addRow(to group: String, at position: Int32 = -1) async throws(BusError) -> UInt32 {
        try await call("AddRow", .string(group), .int32(position)).answer()
    }

    /// Removes the row with this number.
    public func remove(row: UInt32, of group: String) async throws(BusError) {
        try await call("RemoveRow", .string(group), .uint32(row))
    }

    /// Moves a row to a position among the rows of its group, from 0.
    public func move(row: UInt32, of group: String, to position: UInt32) async throws(BusError) {
        try await call("MoveRow", .string(group), .uint32(row), .uint32(position))
    }

    /// The unformatted values by field, without secrets.
    public func values() async throws(BusError) -> [(field: String, value: String)] {
        try await call("GetValues").first?.texts ?? []
    }

    /// The answers of the visible fields, as on a review page.
    public func review() async throws(BusError) -> [ReviewedAnswer] { try await call("GetReview").answer() }

    /// Gives another user a role, which replaces the user's present one.
    public func grant(_ role: SessionRole, to user: UInt32) async throws(BusError) {
        try await call("Grant", .uint32(user), .string(role.rawValue))
    }

    /// Removes a user's role, and ends the user's subscriptions.
    public func revoke(_ user: UInt32) async throws(BusError) { try await call("Revoke", .uint32(user)) }

    /// Makes a code with which anybody can go on with the session at another daemon that shares the same database. It is
    /// valid once, for a quarter of an hour.
    public func share() async throws(BusError) -> String { try await call("Share").first?.string ?? "" }

    /// Restarts the session's idle time, because the user is present.
    public func extend() async throws(BusError) { try await call("Extend") }

    /// Ends the session.
    public func close() async throws(BusError) { try await call("Close") }
}

extension [Value] {
    /// Decodes an argument of a reply. Throws if the reply has no argument of this type at this position.
    public func answer<Item: BusDecodable>(
        at position: Int = 0,
        as type: Item.Type = Item.self
    ) throws(BusError) -> Item {
        guard indices.contains(position), let item = Item(busValue: self[position]) else {
            throw .brokenContract("the reply's argument \(position + 1) is not of type \(Item.busType)")
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
