extension Form {
    /// Notes what an edit was refused. Of a secret nothing is kept.
    mutating func refuse(_ refusals: [Refusal], in index: Int) {
        guard !refusals.isEmpty, !fields[index].isSecret else { return }
        if session.refusals.field != index { session.refusals.list = [] }
        session.refusals.field = index
        session.refusals.list += refusals.prefix(Refusal.maximumCount - session.refusals.list.count)
    }

    /// What an edit was refused is of interest until the next one.
    mutating func forgetRefusals() {
        if !session.refusals.list.isEmpty { session.refusals.list = [] }
    }
}
