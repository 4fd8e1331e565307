import FormModel

extension MessageCatalogue {
    static let arabic = MessageCatalogue(
        "ar",
        dateFields: .words(day: "يوم", month: "شهر", year: "سنة"),
        [
            "required": "يرجى ملء هذا الحقل",
            "wrongFormat": "التنسيق غير صحيح",
            "checkUnavailable": "تعذر التحقق من القيمة",
            "notListed": "اختر قيمة من القائمة",
            "mistyped": "يوجد خطأ كتابي في الرقم: رقم التحقق غير مطابق",
            "notEqual": "القيمتان غير متطابقتين",
            "tooShort": """
            أدخل {min, plural, zero {# حرف} one {حرفًا واحدًا} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}} \
            على الأقل
            """,
            "tooLong": """
            أدخل {max, plural, zero {# حرف} one {حرفًا واحدًا} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}} \
            على الأكثر
            """,

            "notANumber": "أدخل رقمًا",
            "notAWholeNumber": "أدخل عددًا صحيحًا",
            "tooSmall": "يجب ألا تقل القيمة عن {min}",
            "tooLarge": "يجب ألا تزيد القيمة على {max}",
            "notAbove": "يجب أن تكون القيمة أكبر من {min}",
            "notBelow": "يجب أن تكون القيمة أصغر من {max}",
            "offStep": """
            {base, select, 0 {يجب أن تكون القيمة من مضاعفات {step}} \
            other {يجب أن يكون الفرق بين القيمة و{base} من مضاعفات {step}}}
            """,
            "tooManyIntegerDigits": """
            أدخل {max, plural, zero {# خانة} one {خانة واحدة} two {خانتين} few {# خانات} many {# خانة} other {# خانة}} \
            على الأكثر قبل الفاصلة العشرية
            """,
            "tooManyFractionDigits": """
            {max, plural, zero {أدخل عددًا صحيحًا} one {أدخل خانة واحدة على الأكثر بعد الفاصلة العشرية} \
            two {أدخل خانتين على الأكثر بعد الفاصلة العشرية} few {أدخل # خانات على الأكثر بعد الفاصلة العشرية} \
            many {أدخل # خانة على الأكثر بعد الفاصلة العشرية} other {أدخل # خانة على الأكثر بعد الفاصلة العشرية}}
            """,

            "date": "أدخل تاريخًا بالتنسيق {format}",
            "noSuchDate": "لا يوجد تاريخ كهذا",
            "noSuchTime": "لا يوجد وقت كهذا",
            "incompleteDate": "أدخل التاريخ كاملًا",
            "incompleteTime": "أدخل الوقت كاملًا",
            "dateTooEarly": "يجب ألا يسبق التاريخ {min}",
            "dateTooLate": "يجب ألا يتجاوز التاريخ {max}",
            "timeTooEarly": "يجب ألا يسبق الوقت {min}",
            "timeTooLate": "يجب ألا يتجاوز الوقت {max}",

            "phone": "أدخل رقم هاتف صالحًا",
            "email": "أدخل عنوان بريد إلكتروني صالحًا",
            "url": "أدخل عنوان ويب يبدأ بـ {scheme}://",
            "uuid": "أدخل معرّف UUID",
            "ipv4": "أدخل عنوان IPv4",
            "ipv6": "أدخل عنوان IPv6",
            "iban": "أدخل رقم IBAN صالحًا",
            "ibanCountry": "لا يبدأ رقم IBAN في أي بلد بهذين الحرفين",
            "ibanLength": """
            يجب أن يتكون رقم IBAN من {length, plural, zero {# حرف} one {حرف واحد} two {حرفين} few {# أحرف} \
            many {# حرفًا} other {# حرف}}
            """,
        ]
    )
}
