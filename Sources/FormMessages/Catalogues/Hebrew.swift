extension MessageCatalogue {
    static let hebrew = MessageCatalogue(
        "he",
        dateFields: .words(day: "יום", month: "חודש", year: "שנה"),
        [
            "button.submit": "שליחה", "button.cancel": "ביטול", "button.next": "הבא",
            "button.previous": "הקודם", "button.addRow": "הוספה", "button.removeRow": "הסרה",
            "button.show": "הצגה", "button.hide": "הסתרה", "button.clear": "ניקוי", "button.done": "סיום",
            "button.choose": "בחירה",

            "required": "יש למלא את השדה הזה",
            "wrongFormat": "התבנית שגויה",
            "checkUnavailable": "לא ניתן היה לבדוק את הערך",
            "divisionByZero": "לחלוקה באפס אין תוצאה",
            "notComputable": "לא ניתן לחשב את הערך מהתשובות האחרות",
            "checkFailed": "התשובות אינן תואמות זו את זו",
            "notListed": "יש לבחור ערך מהרשימה",
            "tooFewChosen": "יש לבחור לפחות {min, plural, one {אפשרות אחת} two {שתי אפשרויות} other {# אפשרויות}}",
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
            "offDays": "מספר הימים מ-{base} חייב להיות כפולה של {step}",
            "offTime": "הזמן מ-{base} חייב להיות כפולה של {step}",
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

            "yes": "כן",
            "no": "לא",
            "preset.password": "סיסמה",
            "preset.password.hint": "8 עד 20 תווים ללא רווחים, ובהם ספרה, אות לטינית גדולה ואות לטינית קטנה",
            "preset.password.short": "הסיסמה קצרה מדי: יש להזין לפחות 8 תווים",
            "preset.password.long": "הסיסמה ארוכה מדי: יש להזין לכל היותר 20 תווים",
            "preset.name": "שם",
            "preset.name.hint": "באותיות רוסיות",
            "preset.name.empty": "יש להזין שם",
            "preset.name.long": "השם ארוך מדי: יש להזין לכל היותר 20 תווים",
            "preset.name.letters": "השם יכול להכיל אותיות רוסיות ורווחים בלבד",
            "preset.email": "דוא״ל",
            "preset.phone": "מספר טלפון",
            "preset.phone.whole": "יש להזין את מספר הטלפון המלא",
            "preset.cardExpirationDate": "בתוקף עד",
            "preset.cardExpirationDate.whole": "יש להזין חודש ושנה",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "יש להזין את שלוש הספרות שבגב הכרטיס",
            "preset.cardNumber": "מספר כרטיס",
            "preset.cardNumber.whole": "יש להזין את מספר הכרטיס המלא",
            "preset.qrCode": "קוד",
            "preset.qrCode.hint": "יש להזין את הקוד או לסרוק אותו",
            "preset.birthday": "תאריך לידה",
            "preset.birthday.empty": "יש לבחור תאריך לידה",
            "preset.sex": "מין",
            "preset.sex.male": "זכר",
            "preset.sex.female": "נקבה",
            "preset.sex.empty": "יש לבחור מין",
            "preset.comment": "הערה",
            "preset.comment.hint": "30 עד 200 תווים",
            "preset.comment.short": "נשמח לעוד קצת פרטים: יש להזין לפחות 30 תווים",
            "preset.sum": "סכום",

            "postalCode": "יש להזין מיקוד תקין",
            "taxNumber": "יש להזין מספר מס תקין",
            "hostDenied": "כתובות ב־{host} אינן מתקבלות",
            "bic": "יש להזין קוד BIC תקין",
            "time": "יש להזין שעה כמו {example}",
            "dateTime": "יש להזין תאריך ושעה כמו {example}",
            "timeOutside": "השעה חייבת להיות בין {min} ל־{max}",
            "color": "יש להזין צבע כמו ‎#1a2b3c",
            "json": "יש להזין JSON תקין",
            "creditCard": "יש להזין את מספר הכרטיס המלא",
            "cardBrand": "כרטיסים ממותג זה אינם מתקבלים",
            "ip": "יש להזין כתובת IP",
            "hostname": "יש להזין שם מארח, כמו www.example.com",
            "tooManyEmails": "יש להזין לכל היותר {max, plural, one {כתובת אחת} two {שתי כתובות} other {# כתובות}}",
            "passwordStrength": """
            {strength, select, weak {הסיסמה חלשה} fair {הסיסמה בינונית} good {הסיסמה טובה} other {הסיסמה חזקה}}: \
            כ־{bits, plural, one {סיבית אחת} two {שתי סיביות} other {# סיביות}} מתוך {min}
            """,
        ]
    )
}
