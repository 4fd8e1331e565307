/// The forms that a language has for what is counted, as Unicode's CLDR calls them. Which form goes with which number is
/// different in each language; most have two or three of them, and every language has `other`.
package enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}
