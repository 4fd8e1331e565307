/// How years are counted. Days and months are the Gregorian calendar's in all of these.
package enum CalendarKind: String, Sendable, CaseIterable {
    case gregorian, buddhist

    /// What is added to a Gregorian year.
    package var yearOffset: Int {
        switch self {
        case .gregorian: 0
        case .buddhist: 543
        }
    }
}
