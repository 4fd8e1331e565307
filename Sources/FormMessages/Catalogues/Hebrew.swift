import FormModel

extension MessageCatalogue {
    static let hebrew = MessageCatalogue(
        "he",
        dateFields: .words(day: "יום", month: "חודש", year: "שנה"),
        [
            "required": "יש למלא את השדה הזה",
            "wrongFormat": "התבנית שגויה",
            "checkUnavailable": "לא ניתן היה לבדוק את הערך",
            "notListed": "יש לבחור ערך מהרשימה",
            "mistyped": "יש שגיאת הקלדה במספר: ספרת הביקורת אינה תואמת",
            "notEqual": "הערכים אינם תואמים",
            "tooShort": "יש להזין לפחות {min, plural, one {תו אחד} two {שני תווים} other {# תווים}}",
            "tooLong": "יש להזין לכל היותר {max, plural, one {תו אחד} two {שני תווים} other {# תווים}}",

            "notANumber": "יש להזין מספר",
            "notAWholeNumber": "יש להזין מספר שלם",
            "tooSmall": "הערך חייב להיות {min} לפחות",
            "tooLarge": "הערך חייב להיות {max} לכל היותר",
            "notAbove": "הערך חייב להיות גדול מ־{min}",
            "notBelow": "הערך חייב להיות קטן מ־{max}",
            "offStep": """
            {base, select, 0 {הערך חייב להיות כפולה של {step}} \
            other {ההפרש בין הערך לבין {base} חייב להיות כפולה של {step}}}
            """,
            "tooManyIntegerDigits": """
            יש להזין לכל היותר {max, plural, one {ספרה אחת} two {שתי ספרות} other {# ספרות}} לפני המפריד העשרוני
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {יש להזין מספר שלם} one {יש להזין לכל היותר ספרה אחת אחרי המפריד העשרוני} \
            two {יש להזין לכל היותר שתי ספרות אחרי המפריד העשרוני} \
            other {יש להזין לכל היותר # ספרות אחרי המפריד העשרוני}}
            """,

            "date": "יש להזין תאריך בתבנית {format}",
            "noSuchDate": "אין תאריך כזה",
            "noSuchTime": "אין שעה כזו",
            "incompleteDate": "יש להזין את התאריך המלא",
            "incompleteTime": "יש להזין את השעה המלאה",
            "dateTooEarly": "התאריך לא יכול להיות לפני {min}",
            "dateTooLate": "התאריך לא יכול להיות אחרי {max}",
            "timeTooEarly": "השעה לא יכולה להיות לפני {min}",
            "timeTooLate": "השעה לא יכולה להיות אחרי {max}",

            "phone": "יש להזין מספר טלפון תקין",
            "email": "יש להזין כתובת דוא״ל תקינה",
            "url": "יש להזין כתובת אינטרנט שמתחילה ב־{scheme}://",
            "uuid": "יש להזין UUID",
            "ipv4": "יש להזין כתובת IPv4",
            "ipv6": "יש להזין כתובת IPv6",
            "iban": "יש להזין IBAN תקין",
            "ibanCountry": "אין מדינה שה־IBAN שלה מתחיל באותיות האלה",
            "ibanLength": "מספר ה־IBAN חייב להכיל {length, plural, one {תו אחד} two {שני תווים} other {# תווים}}",
        ]
    )
}
