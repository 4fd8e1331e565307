package import FormEngine
import FormModel

/// A connection that follows a session: what it wants to know, and what has happened since it was last told.
///
/// A connection that reads quickly is told after each transaction. For one that does not, the transactions are merged:
/// only the names of what changed are kept, and the values are read when the connection is told. So this needs no more
/// memory than the names of the session's fields and the last `maximumEvents` events or `maximumEventBytes`.
package struct Follower: Sendable {
    /// The properties that the connection wants.
    package let session: SessionProperties
    package let field: FieldProperties
    package private(set) var news = News()

    /// The number of events that are kept for a connection that does not read.
    static let maximumEvents = 1_000
    /// The size of the events that are kept: a form with many fields has long lists of errors.
    static let maximumEventBytes = 1 << 20

    /// A field of which properties have changed.
    package struct Field: Sendable, Equatable {
        package let name: String
        package fileprivate(set) var properties: FieldProperties
    }

    /// What has happened since the connection was last told.
    package struct News: Sendable, Equatable {
        package fileprivate(set) var session: SessionProperties = []
        /// The changed fields by name, in the order of their first change.
        package fileprivate(set) var fields: [Field] = []
        /// The fields that were removed and are not part of the form again, without those that the connection was never
        /// told of.
        package fileprivate(set) var removed: [String] = []
        package fileprivate(set) var events: [Event] = []
        /// The number of events before these that could not be kept.
        package fileprivate(set) var lost = 0
        /// The fields that were added, and that the connection has never been told of.
        fileprivate var added: Set<String> = []
        fileprivate var eventBytes = 0

        package var isEmpty: Bool {
            session.isEmpty && fields.isEmpty && removed.isEmpty && events.isEmpty && lost == 0
        }
    }

    /// Something that happened besides the changes of properties.
    package struct Event: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case field(FieldEvent)
            case session(SessionEvent)
        }

        package let kind: Kind
        /// The name of the field, if the event concerns one.
        package let field: String?

        /// About the memory that the event needs.
        fileprivate var byteCount: Int {
            let texts =
                switch kind {
                case .field(.validationFailed(let message)): message.utf8.count
                case .session(.validated(_, let errors)):
                    errors.reduce(0) { $0 + $1.field.utf8.count + $1.message.utf8.count + 64 }
                case .field, .session: 0
                }
            return 64 + texts
        }
    }

    package init(session: SessionProperties, field: FieldProperties) {
        self.session = session
        self.field = field
    }

    /// Takes in the changes of a transaction.
    ///
    /// - Parameter form: the form after the transaction.
    mutating func take(_ changes: [Change], of form: Form) {
        for change in changes {
            switch change {
            case .rows(let added, let removed):
                for name in removed { remove(name) }
                for index in added { add(form.name(ofField: index)) }
            case .fieldProperties(let index, let properties):
                insert(properties.intersection(field), of: form.name(ofField: index))
            case .sessionProperties(let properties): news.session.formUnion(properties.intersection(session))
            case .field(let index, let event):
                guard !event.isChangeOfProperty else { continue }
                add(Event(kind: .field(event), field: form.name(ofField: index)))
            case .session(let event):
                guard !event.isChangeOfProperty else { continue }
                var field: String?
                if case .focusRefused(let index, _) = event { field = form.name(ofField: index) }
                add(Event(kind: .session(event), field: field))
            }
        }
    }

    /// Takes the news, of which the connection is being told; `nil` if there are none.
    package mutating func takeNews() -> News? {
        guard !news.isEmpty else { return nil }
        var taken = News()
        swap(&taken, &news)
        return taken
    }

    /// Returns to the news that an earlier state of this follower had; to none if there is no such state.
    mutating func forgetNews(since earlier: Follower?) { news = earlier?.news ?? News() }

    private mutating func insert(_ properties: FieldProperties, of name: String) {
        guard !properties.isEmpty else { return }
        if let place = news.fields.firstIndex(where: { $0.name == name }) {
            news.fields[place].properties.formUnion(properties)
        } else {
            news.fields.append(Field(name: name, properties: properties))
        }
    }

    private mutating func add(_ name: String) {
        // Undo adds a removed row again, with its number. The connection knows its fields.
        if let place = news.removed.firstIndex(of: name) {
            news.removed.remove(at: place)
        } else {
            news.added.insert(name)
        }
        insert(field, of: name)
    }

    private mutating func remove(_ name: String) {
        news.fields.removeAll { $0.name == name }
        if news.added.remove(name) == nil { news.removed.append(name) }
    }

    private mutating func add(_ event: Event) {
        news.events.append(event)
        news.eventBytes += event.byteCount
        while news.events.count > Self.maximumEvents || news.eventBytes > Self.maximumEventBytes {
            news.eventBytes -= news.events.removeFirst().byteCount
            news.lost += 1
        }
    }
}

extension FieldEvent {
    /// Whether the event only repeats a change of properties.
    fileprivate var isChangeOfProperty: Bool {
        switch self {
        case .stateChanged, .heightChanged, .textChanged, .dateChanged: true
        case .validationFailed, .editingBegan, .editingEnded, .returnPressed, .actionPressed: false
        }
    }
}

extension SessionEvent {
    /// Whether the event only repeats a change of properties.
    fileprivate var isChangeOfProperty: Bool {
        switch self {
        case .focusChanged, .heightChanged, .pageChanged: true
        case .focusRefused, .validated, .submitted, .submitRequested: false
        }
    }
}
