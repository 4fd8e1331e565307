import FormModel

extension MessageCatalogue {
    static let russian = MessageCatalogue(
        "ru",
        dateFields: .letters(day: "д", month: "М", year: "г"),
        [
            "button.submit": "Отправить", "button.cancel": "Отменить", "button.next": "Далее",
            "button.previous": "Назад", "button.addRow": "Добавить", "button.removeRow": "Удалить",
            "button.show": "Показать", "button.hide": "Скрыть", "button.clear": "Очистить",
            "button.done": "Готово", "button.choose": "Выбрать",

            "required": "Поле должно быть заполнено",
            "wrongFormat": "Неверный формат",
            "checkUnavailable": "Не удалось проверить значение",
            "notListed": "Выберите значение из списка",
            "mistyped": "В номере опечатка: контрольная цифра не сходится",
            "notEqual": "Значения не совпадают",
            "tooShort": """
            Поле должно содержать минимум {min, plural, one {# символ} few {# символа} many {# символов} other {# символа}}
            """,
            "tooLong": """
            Поле должно содержать максимум {max, plural, one {# символ} few {# символа} many {# символов} other {# символа}}
            """,

            "notANumber": "Введите число",
            "notAWholeNumber": "Введите целое число",
            "tooSmall": "Значение должно быть не меньше {min}",
            "tooLarge": "Значение должно быть не больше {max}",
            "notAbove": "Значение должно быть больше {min}",
            "notBelow": "Значение должно быть меньше {max}",
            "offStep": """
            {base, select, 0 {Значение должно быть кратно {step}} \
            other {Значение должно отличаться от {base} на число, кратное {step}}}
            """,
            "tooManyIntegerDigits": """
            Введите не больше {max, plural, one {# цифры} few {# цифр} many {# цифр} other {# цифр}} до десятичного разделителя
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Введите целое число} one {Введите не больше # цифры после десятичного разделителя} \
            few {Введите не больше # цифр после десятичного разделителя} \
            many {Введите не больше # цифр после десятичного разделителя} \
            other {Введите не больше # цифр после десятичного разделителя}}
            """,

            "date": "Введите дату в виде {format}",
            "noSuchDate": "Такой даты нет",
            "noSuchTime": "Такого времени нет",
            "incompleteDate": "Введите дату полностью",
            "incompleteTime": "Введите время полностью",
            "dateTooEarly": "Дата должна быть не раньше {min}",
            "dateTooLate": "Дата должна быть не позже {max}",
            "timeTooEarly": "Время должно быть не раньше {min}",
            "timeTooLate": "Время должно быть не позже {max}",

            "phone": "Введите правильный номер телефона",
            "email": "Введите правильный адрес электронной почты",
            "url": "Введите веб-адрес, который начинается с {scheme}://",
            "uuid": "Введите UUID",
            "ipv4": "Введите адрес IPv4",
            "ipv6": "Введите адрес IPv6",
            "iban": "Введите правильный IBAN",
            "ibanCountry": "Ни в одной стране IBAN не начинается с этих букв",
            "ibanLength": """
            IBAN должен содержать {length, plural, one {# символ} few {# символа} many {# символов} other {# символа}}
            """,
        ]
    )
}
