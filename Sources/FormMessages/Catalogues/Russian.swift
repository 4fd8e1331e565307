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
            "divisionByZero": "Деление на ноль не имеет результата",
            "notComputable": "Значение нельзя вычислить по остальным ответам",
            "checkFailed": "Ответы не согласуются друг с другом",
            "notListed": "Выберите значение из списка",
            "tooFewChosen": """
            Выберите не менее {min, plural, one {# варианта} few {# вариантов} many {# вариантов} other {# варианта}}
            """,
            "mistyped": "В номере опечатка: контрольная цифра не сходится",
            "notEqual": "Значения не совпадают",
            "tooFewWords": "Введите минимум {min, plural, one {# слово} few {# слова} many {# слов} other {# слова}}",
            "tooManyWords": "Введите максимум {max, plural, one {# слово} few {# слова} many {# слов} other {# слова}}",
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
            "offDays": "Число дней от {base} должно быть кратно {step}",
            "offTime": "Время от {base} должно быть кратно {step}",
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

            "yes": "Да",
            "no": "Нет",
            "preset.password": "Пароль",
            "preset.password.hint":
                "От 8 до 20 символов без пробелов, среди них цифра, заглавная и строчная латинские буквы",
            "preset.password.short": "Пароль слишком короткий: введите не менее 8 символов",
            "preset.password.long": "Пароль слишком длинный: введите не более 20 символов",
            "preset.name": "Имя",
            "preset.name.hint": "Русскими буквами",
            "preset.name.empty": "Введите имя",
            "preset.name.long": "Имя слишком длинное: введите не более 20 символов",
            "preset.name.letters": "Имя может содержать только русские буквы и пробелы",
            "preset.email": "Электронная почта",
            "preset.phone": "Номер телефона",
            "preset.phone.whole": "Введите номер телефона полностью",
            "preset.cardExpirationDate": "Срок действия карты",
            "preset.cardExpirationDate.whole": "Введите месяц и год",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Введите три цифры с обратной стороны карты",
            "preset.cardNumber": "Номер карты",
            "preset.cardNumber.whole": "Введите номер карты полностью",
            "preset.qrCode": "Код",
            "preset.qrCode.hint": "Введите код или отсканируйте его",
            "preset.birthday": "Дата рождения",
            "preset.birthday.empty": "Выберите дату рождения",
            "preset.sex": "Пол",
            "preset.sex.male": "Мужской",
            "preset.sex.female": "Женский",
            "preset.sex.empty": "Выберите пол",
            "preset.comment": "Комментарий",
            "preset.comment.hint": "От 30 до 200 символов",
            "preset.comment.short": "Расскажите подробнее: введите не менее 30 символов",
            "preset.sum": "Сумма",

            "postalCode": "Введите правильный почтовый индекс",
            "taxNumber": "Введите правильный налоговый номер",
            "hostDenied": "Адреса на {host} не принимаются",
            "bic": "Введите правильный BIC",
            "time": "Введите время, например {example}",
            "dateTime": "Введите дату и время, например {example}",
            "timeOutside": "Время должно быть между {min} и {max}",
            "color": "Введите цвет, например #1a2b3c",
            "json": "Введите правильный JSON",
            "creditCard": "Введите номер карты целиком",
            "cardBrand": "Карты этой платёжной системы не принимаются",
            "ip": "Введите IP-адрес",
            "hostname": "Введите имя узла, например www.example.com",
            "tooManyEmails": """
            Введите не больше {max, plural, one {# адреса} few {# адресов} many {# адресов} other {# адреса}}
            """,
            "passwordStrength": """
            {strength, select, weak {Пароль слабый} fair {Пароль средний} good {Пароль хороший} other {Пароль \
            надёжный}}: около {bits, plural, one {# бита} few {# бит} many {# бит} other {# бита}} из {min}
            """,

            // The texts of front ends.
            "interface.keys": "Клавиши",
            "interface.spaceKey": "Пробел",
            "interface.neighbours": "следующее и предыдущее поле или кнопка",
            "interface.proceeds": "к следующему полю; с последнего — отправить",
            "interface.submits": "отправить",
            "interface.cancels": "отмена; Esc спрашивает, если что-то заполнено",
            "interface.chooses": "выбрать, включить или выключить; открыть список или календарь",
            "interface.opens": "открыть список или календарь",
            "interface.arrows": "перемещение; изменение чисел и дат; между вариантами",
            "interface.byWord": "на слово назад или вперёд",
            "interface.selects": "выделить",
            "interface.lineEnds": "начало и конец строки",
            "interface.deletes": "удалить слово, до начала, до конца",
            "interface.clipboard": "вырезать, копировать, вставить",
            "interface.history": "отменить, повторить",
            "interface.secrets": "показать или скрыть пароль",
            "interface.pages": "предыдущая и следующая страница",
            "interface.redraws": "перерисовать экран",
            "interface.leaveQuestion": "Выйти без отправки?",
            "interface.leave": "Выйти",
            "interface.stay": "Остаться",
            "interface.month": "месяц",
            "interface.nothingFound": "ничего не найдено",
            "interface.notTaken": "здесь нельзя ввести",
            "interface.noRoom": "больше нет места",
            "interface.unreachable": "Служба форм недоступна",
            "interface.restarted": "Служба форм перезапущена; заполните заново",
            "interface.idleQuestion": "Вы ещё здесь?",
            "interface.idleRemoves": "Введённые данные будут удалены через",
            "interface.goOn": "Продолжить",
            "interface.wiped": "Введённые данные удалены",
            "interface.startAgain": "Начать заново",
        ]
    )
}
