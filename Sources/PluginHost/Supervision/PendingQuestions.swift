/// The questions that a plug-in has been asked or will be asked, by number, the oldest first.
///
/// Answers come in the order of the questions, so the question that is looked up is nearly always the first.
struct PendingQuestions<Question> {
    private var entries: [(id: PluginSupervisor.QuestionID, question: Question)] = []

    subscript(id: PluginSupervisor.QuestionID) -> Question? {
        get {
            entries.firstIndex { $0.id == id }.map { entries[$0].question }
        }
        set {
            let place = entries.firstIndex { $0.id == id }
            switch (place, newValue) {
            case (let place?, let question?): entries[place].question = question
            case (let place?, nil): entries.remove(at: place)
            case (nil, let question?): entries.append((id, question))
            case (nil, nil): break
            }
        }
    }

    mutating func update(_ id: PluginSupervisor.QuestionID, _ change: (inout Question) -> Void) {
        guard let place = entries.firstIndex(where: { $0.id == id }) else { return }
        change(&entries[place].question)
    }

    var all: [Question] {
        entries.map(\.question)
    }
}
