/// The typed properties of a session: `session.focusedField` reads the one with that key here. Properties that have no key
/// are read by their names: `session["Structure"]`.
package struct SessionProperties: Sendable {
    package let form = PropertyKey<String>("Form")
    package let title = PropertyKey<String>("Title")
    package let state = PropertyKey<String>("State")
    package let valid = PropertyKey<Bool>("Valid")
    package let complete = PropertyKey<Bool>("Complete")
    package let revision = PropertyKey<UInt64>("Revision")
    package let focusedField = PropertyKey<String>("FocusedField")
    package let hasNext = PropertyKey<Bool>("HasNext")
    package let hasPrevious = PropertyKey<Bool>("HasPrevious")
    package let groups = PropertyKey<[FormGroup]>("Groups")
    package let page = PropertyKey<UInt32>("Page")
    package let pages = PropertyKey<[FormPage]>("Pages")
    package let locale = PropertyKey<String>("Locale")
    package let languages = PropertyKey<[String]>("Languages")
    package let labels = PropertyKey<[String: String]>("Labels")
    package let direction = PropertyKey<String>("Direction")
    package let textScale = PropertyKey<Double>("TextScale")
    package let colorScheme = PropertyKey<String>("ColorScheme")
    package let width = PropertyKey<Double>("Width")
    package let contentHeight = PropertyKey<Double>("ContentHeight")
    package let scrollOffset = PropertyKey<Double>("ScrollOffset")
    package let canUndo = PropertyKey<Bool>("CanUndo")
    package let canRedo = PropertyKey<Bool>("CanRedo")

    package static let all = SessionProperties()
}
