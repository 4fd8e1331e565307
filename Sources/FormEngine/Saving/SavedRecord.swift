/// A record for the journal: the whole state of a form, or the changes of one transaction.
package struct SavedRecord: Sendable {
    package var bytes: [UInt8]
    /// The form's revision after the record.
    package var revision: UInt64
    /// Whether the record contains the whole form, so that earlier records are not needed.
    package var isWhole: Bool
    /// Whether earlier records contain data that must be deleted, such as the text of a field that has become secret.
    package var replacesOlder = false
}

/// Stores a transaction's record before the transaction takes effect. A transaction that cannot be stored is rolled
/// back.
package struct Keeper {
    /// Whether the record must contain the whole form.
    package var wantsWhole: Bool
    /// Stores a record. Throws the error for the caller of the transaction. Returns `false` if the record is still
    /// being stored; the form is then unchanged, and the outcome contains the form after the transaction.
    package var keep: (SavedRecord) throws(FormError) -> Bool

    package init(wantsWhole: Bool = false, keep: @escaping (SavedRecord) throws(FormError) -> Bool) {
        self.wantsWhole = wantsWhole
        self.keep = keep
    }
}
