/// A record for the journal: the whole state of a form, or the changes of a transaction and of those that joined it.
package struct SavedRecord: Sendable {
    package var bytes: [UInt8]
    /// The form's revision after the record.
    package var revision: UInt64
    /// Whether the record contains the whole form, so that earlier records are not needed.
    package var isWhole: Bool
    /// Whether earlier records contain data that must be deleted, such as the text of a field that has become secret.
    package var replacesOlder = false
    /// About how many bytes are copied when the record is restored. The record itself has only the difference, but the
    /// changed texts may be long.
    package var bytesToRestore = 0
}

/// Which record a transaction makes for the store.
package enum Saving: Sendable {
    /// The transaction makes no record, because the form is not stored.
    case nothing
    /// The record contains what the transaction changes. After changes of rows or of the language, and when a field has
    /// become secret, it contains the whole form.
    case change
    /// The record contains the whole form.
    case whole
}
