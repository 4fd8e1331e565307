/// A record for the journal: the whole state of a form, or the changes of one transaction.
package struct SavedRecord: Sendable {
    package var bytes: [UInt8]
    /// The form's revision after it.
    package var revision: UInt64
    /// Whether the bytes are all of the form: then nothing before them is needed.
    package var isWhole: Bool
    /// Whether older records hold what is not to be known any more, such as the text of a field that has become secret.
    package var replacesOlder = false
}

/// Keeps what transactions do before they count: a transaction that cannot be kept does not happen.
package struct Keeper {
    /// Whether all of the form is wanted, and not only what the transaction changed.
    package var wantsWhole: Bool
    /// Throws what is said instead of the transaction's results. `false`: nobody knows yet whether the record is kept. Then the
    /// form is as it was, and the outcome has the form as it is to be.
    package var keep: (SavedRecord) throws(FormError) -> Bool

    package init(wantsWhole: Bool = false, keep: @escaping (SavedRecord) throws(FormError) -> Bool) {
        self.wantsWhole = wantsWhole
        self.keep = keep
    }
}
