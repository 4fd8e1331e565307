extension InterfaceWords {
    static let hebrew = InterfaceWords(
        keys: "מקשים",
        spaceKey: "רווח",
        neighbours: "השדה או הלחצן הבא והקודם",
        proceeds: "אל השדה הבא; מהאחרון שולח",
        submits: "שליחה",
        cancels: "ביטול; Esc שואל אם משהו מולא",
        chooses: "בחירה, הפעלה או כיבוי; פתיחת רשימה או לוח שנה",
        opens: "פתיחת רשימה או לוח שנה",
        arrows: "תזוזה; שינוי מספרים ותאריכים; בין האפשרויות",
        byWord: "מילה אחורה או קדימה",
        selects: "סימון",
        lineEnds: "תחילת השורה וסופה",
        deletes: "מחיקת מילה, עד ההתחלה, עד הסוף",
        clipboard: "גזירה, הדבקה",
        history: "ביטול פעולה, ביצוע מחדש",
        secrets: "הצגת סיסמה או הסתרתה",
        pages: "העמוד הקודם והבא",
        redraws: "ציור המסך מחדש",
        leaveQuestion: "לצאת בלי לשלוח?",
        leave: "יציאה",
        stay: "הישארות",
        month: "חודש",
        nothingFound: "לא נמצא דבר",
        unreachable: "אין גישה לשירות הטפסים",
        restarted: "שירות הטפסים הופעל מחדש; יש למלא שוב"
    )
}
