extension MessageCatalogue {
    static let arabic = MessageCatalogue(
        "ar",
        dateFields: .words(day: "يوم", month: "شهر", year: "سنة"),
        [
            "button.submit": "إرسال", "button.cancel": "إلغاء", "button.next": "التالي",
            "button.previous": "السابق", "button.addRow": "إضافة", "button.removeRow": "إزالة",
            "button.show": "إظهار", "button.hide": "إخفاء", "button.clear": "مسح", "button.done": "تم",
            "button.choose": "اختيار",

            "required": "يرجى ملء هذا الحقل",
            "wrongFormat": "التنسيق غير صحيح",
            "checkUnavailable": "تعذر التحقق من القيمة",
            "divisionByZero": "القسمة على صفر ليس لها ناتج",
            "notComputable": "تعذر حساب القيمة من الإجابات الأخرى",
            "checkFailed": "الإجابات لا تتوافق بعضها مع بعض",
            "notListed": "اختر قيمة من القائمة",
            "tooFewChosen": """
            اختر {min, plural, zero {# خيار} one {خيارًا واحدًا} two {خيارين} few {# خيارات} many {# خيارًا} other {# خيار}} \
            على الأقل
            """,
            "mistyped": "يوجد خطأ كتابي في الرقم: رقم التحقق غير مطابق",
            "notEqual": "القيمتان غير متطابقتين",
            "tooFewWords": """
            أدخل {min, plural, zero {# كلمة} one {كلمة واحدة} two {كلمتين} few {# كلمات} many {# كلمة} other {# كلمة}} على الأقل
            """,
            "tooManyWords": """
            أدخل {max, plural, zero {# كلمة} one {كلمة واحدة} two {كلمتين} few {# كلمات} many {# كلمة} other {# كلمة}} على الأكثر
            """,
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
            "offDays": "يجب أن يكون عدد الأيام من {base} من مضاعفات {step}",
            "offTime": "يجب أن تكون المدة من {base} من مضاعفات {step}",
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

            "yes": "نعم",
            "no": "لا",
            "preset.password": "كلمة المرور",
            "preset.password.hint": "من 8 إلى 20 حرفًا بلا مسافات، من بينها رقم وحرف لاتيني كبير وحرف لاتيني صغير",
            "preset.password.short": "كلمة المرور قصيرة جدًا: أدخل 8 أحرف على الأقل",
            "preset.password.long": "كلمة المرور طويلة جدًا: أدخل 20 حرفًا على الأكثر",
            "preset.name": "الاسم",
            "preset.name.hint": "بالأحرف الروسية",
            "preset.name.empty": "أدخل اسمك",
            "preset.name.long": "الاسم طويل جدًا: أدخل 20 حرفًا على الأكثر",
            "preset.name.letters": "يمكن أن يحتوي الاسم على أحرف روسية ومسافات فقط",
            "preset.email": "البريد الإلكتروني",
            "preset.phone": "رقم الهاتف",
            "preset.phone.whole": "أدخل رقم الهاتف كاملًا",
            "preset.cardExpirationDate": "صالحة حتى",
            "preset.cardExpirationDate.whole": "أدخل الشهر والسنة",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "أدخل الأرقام الثلاثة الموجودة على ظهر البطاقة",
            "preset.cardNumber": "رقم البطاقة",
            "preset.cardNumber.whole": "أدخل رقم البطاقة كاملًا",
            "preset.qrCode": "الرمز",
            "preset.qrCode.hint": "أدخل الرمز أو امسحه ضوئيًا",
            "preset.birthday": "تاريخ الميلاد",
            "preset.birthday.empty": "اختر تاريخ الميلاد",
            "preset.sex": "الجنس",
            "preset.sex.male": "ذكر",
            "preset.sex.female": "أنثى",
            "preset.sex.empty": "اختر الجنس",
            "preset.comment": "تعليق",
            "preset.comment.hint": "من 30 إلى 200 حرف",
            "preset.comment.short": "أخبرنا بالمزيد: أدخل 30 حرفًا على الأقل",
            "preset.sum": "المبلغ",

            "postalCode": "أدخل رمزًا بريديًا صحيحًا",
            "taxNumber": "أدخل رقمًا ضريبيًا صحيحًا",
            "hostDenied": "العناوين على {host} غير مقبولة",
            "bic": "أدخل رمز BIC صحيحًا",
            "time": "أدخل وقتًا مثل {example}",
            "dateTime": "أدخل تاريخًا ووقتًا مثل {example}",
            "timeOutside": "يجب أن يكون الوقت بين {min} و{max}",
            "color": "أدخل لونًا مثل #1a2b3c",
            "json": "أدخل نص JSON صحيحًا",
            "creditCard": "أدخل رقم البطاقة كاملًا",
            "cardBrand": "هذا النوع من البطاقات غير مقبول",
            "ip": "أدخل عنوان IP",
            "hostname": "أدخل اسم مضيف، مثل www.example.com",
            "tooManyEmails": """
            أدخل {max, plural, zero {# عنوان} one {عنوانًا واحدًا} two {عنوانين} few {# عناوين} many {# عنوانًا} \
            other {# عنوان}} على الأكثر
            """,
            "passwordStrength": """
            {strength, select, weak {كلمة المرور ضعيفة} fair {كلمة المرور متوسطة} good {كلمة المرور جيدة} other \
            {كلمة المرور قوية}}: نحو {bits, plural, zero {# بت} one {بت واحد} two {بتين} few {# بتات} many {# بتًا} \
            other {# بت}} من {min}
            """,

            // The texts of front ends.
            "interface.keys": "المفاتيح",
            "interface.spaceKey": "المسافة",
            "interface.neighbours": "الحقل أو الزر التالي والسابق",
            "interface.proceeds": "إلى الحقل التالي؛ ومن الأخير يُرسل",
            "interface.submits": "إرسال",
            "interface.cancels": "إلغاء؛ يسأل Esc إذا عُبّئ شيء",
            "interface.chooses": "اختيار، تشغيل أو إيقاف؛ فتح قائمة أو تقويم",
            "interface.opens": "فتح قائمة أو تقويم",
            "interface.arrows": "التنقل؛ تغيير الأرقام والتواريخ؛ بين الخيارات",
            "interface.byWord": "كلمة إلى الخلف أو الأمام",
            "interface.selects": "تحديد",
            "interface.lineEnds": "بداية السطر ونهايته",
            "interface.deletes": "حذف كلمة، حتى البداية، حتى النهاية",
            "interface.clipboard": "قص، نسخ، لصق",
            "interface.history": "تراجع، إعادة",
            "interface.secrets": "إظهار كلمة المرور أو إخفاؤها",
            "interface.pages": "الصفحة السابقة والتالية",
            "interface.redraws": "إعادة رسم الشاشة",
            "interface.leaveQuestion": "المغادرة دون إرسال؟",
            "interface.leave": "مغادرة",
            "interface.stay": "بقاء",
            "interface.month": "الشهر",
            "interface.nothingFound": "لم يُعثر على شيء",
            "interface.notTaken": "لا يمكن كتابته هنا",
            "interface.noRoom": "لم يبق مكان",
            "interface.unreachable": "تعذر الوصول إلى خدمة النماذج",
            "interface.restarted": "أُعيد تشغيل خدمة النماذج؛ املأ من جديد",
            "interface.idleQuestion": "هل ما زلت هنا؟",
            "interface.idleRemoves": "سيُحذف ما أُدخل خلال",
            "interface.goOn": "متابعة",
            "interface.wiped": "حُذف ما أُدخل",
            "interface.startAgain": "البدء من جديد",
        ]
    )
}
