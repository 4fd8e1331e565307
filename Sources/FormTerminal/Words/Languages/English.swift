extension InterfaceWords {
    static let english = InterfaceWords(
        keys: "Keys",
        spaceKey: "Space",
        neighbours: "next and previous field or button",
        proceeds: "on to the next field; submits from the last",
        submits: "submit",
        cancels: "cancel; Esc asks if something was filled in",
        chooses: "choose, turn on or off; open a list or calendar",
        opens: "open a list or calendar",
        arrows: "move; step numbers and dates; among options",
        byWord: "a word back or on",
        selects: "select",
        lineEnds: "beginning and end of the line",
        deletes: "delete a word, to the beginning, to the end",
        clipboard: "cut, paste",
        history: "undo, redo",
        secrets: "show or hide a password",
        pages: "previous and next page",
        redraws: "draw the screen anew",
        leaveQuestion: "Leave without submitting?",
        leave: "Leave",
        stay: "Stay",
        month: "month",
        nothingFound: "nothing found",
        unreachable: "The form service cannot be reached",
        restarted: "The form service was restarted; fill in again"
    )
}
