/// The presets, each written as a field of a definition.
enum PresetDefinitions {
    static let json = """
        {
          "password": {
            "placeholders": [{"service": "floating", "text": {"en": "Password", "ru": "Пароль"}}],
            "hint": {
              "en": "8 to 20 characters without spaces, among them a digit, a capital and a small Latin letter",
              "ru": "От 8 до 20 символов без пробелов, среди них цифра, заглавная и строчная латинские буквы"
            },
            "mode": {"type": "password", "reveal": "visibleOnNotEmptyText"},
            "formatter": {
              "type": "mask", "mask": "[sssssss][s…]",
              "notations": [{"character": "s", "set": "nonWhitespace"}]
            },
            "validators": [{
              "type": "textField", "minLength": 8, "maxLength": 20, "regex": "@password",
              "messages": {
                "short": {
                  "en": "The password is too short: enter at least 8 characters",
                  "ru": "Пароль слишком короткий: введите не менее 8 символов"
                },
                "large": {
                  "en": "The password is too long: enter at most 20 characters",
                  "ru": "Пароль слишком длинный: введите не более 20 символов"
                }
              }
            }],
            "keyboard": {"purpose": "password", "autocorrection": false, "spellcheck": false},
            "returnKey": "next",
            "disabledEditActions": ["paste"]
          },
          "name": {
            "placeholders": [{"service": "floating", "text": {"en": "Name", "ru": "Имя"}}],
            "hint": {"en": "In Russian letters", "ru": "Русскими буквами"},
            "visibleHintStates": ["normal", "active", "error"],
            "maxLength": 20,
            "trim": true,
            "allowedCharacters": {"sets": ["letters", "digits", "whitespace"], "including": ".,:;!?-–—'’\\"«»()"},
            "validators": [{
              "type": "textField", "minLength": 1, "maxLength": 20, "regex": "@name",
              "messages": {
                "empty": {"en": "Enter your name", "ru": "Введите имя"},
                "large": {
                  "en": "The name is too long: enter at most 20 characters",
                  "ru": "Имя слишком длинное: введите не более 20 символов"
                },
                "notValid": {
                  "en": "The name may contain Russian letters and spaces only",
                  "ru": "Имя может содержать только русские буквы и пробелы"
                }
              }
            }],
            "keyboard": {"purpose": "name", "autocapitalization": "words"},
            "contentType": "name"
          },
          "email": {
            "placeholders": [{"service": "floating", "text": {"en": "Email", "ru": "Электронная почта"}}],
            "validators": [{"type": "textField", "minLength": 1, "regex": "@email"}],
            "keyboard": {"purpose": "email", "autocorrection": false, "spellcheck": false},
            "contentType": "email"
          },
          "phone": {
            "placeholders": [{"service": "floating", "text": {"en": "Phone number", "ru": "Номер телефона"}}],
            "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
            "validators": [{
              "type": "textField", "minLength": 18,
              "globalErrorMessage": {"en": "Enter the whole phone number", "ru": "Введите номер телефона полностью"}
            }],
            "keyboard": {"purpose": "phone"},
            "contentType": "tel"
          },
          "cardExpirationDate": {
            "placeholders": [{"service": "floating", "text": {"en": "Valid thru", "ru": "Срок действия карты"}}],
            "formatter": {"type": "mask", "mask": "[00]/[00]"},
            "validators": [{
              "type": "textField", "minLength": 5,
              "globalErrorMessage": {"en": "Enter the month and the year", "ru": "Введите месяц и год"}
            }],
            "keyboard": {"purpose": "integer"},
            "contentType": "cc-exp"
          },
          "cvc": {
            "placeholders": [{"service": "floating", "text": {"en": "CVC", "ru": "CVC"}}],
            "formatter": {"type": "mask", "mask": "[000]"},
            "validators": [{
              "type": "textField", "minLength": 3,
              "globalErrorMessage": {
                "en": "Enter the three digits from the back of the card",
                "ru": "Введите три цифры с обратной стороны карты"
              }
            }],
            "keyboard": {"purpose": "integer"},
            "contentType": "cc-csc"
          },
          "cardNumber": {
            "placeholders": [{"service": "floating", "text": {"en": "Card number", "ru": "Номер карты"}}],
            "formatter": {"type": "mask", "mask": "[0000] [0000] [0000] [0000] [999]"},
            "validators": [{
              "type": "textField", "minLength": 19,
              "globalErrorMessage": {"en": "Enter the whole card number", "ru": "Введите номер карты полностью"}
            }],
            "keyboard": {"purpose": "integer"},
            "contentType": "cc-number"
          },
          "qrCode": {
            "placeholders": [
              {"service": "floating", "text": {"en": "Code", "ru": "Код"}},
              {
                "service": "native", "text": "XX XXX-XXX", "role": "support", "behavior": "hideOnInput",
                "increasedRightPadding": 60
              }
            ],
            "hint": {"en": "Enter the code or scan it", "ru": "Введите код или отсканируйте его"},
            "maxLength": 10,
            "validators": [{"type": "textField", "minLength": 10, "maxLength": 10}],
            "mode": {"type": "custom", "image": "qrCode"}
          },
          "birthday": {
            "placeholders": [{"service": "floating", "text": {"en": "Date of birth", "ru": "Дата рождения"}}],
            "input": {"type": "date", "format": "dd.MM.yyyy", "max": "today"},
            "validators": [{
              "type": "textField", "minLength": 1,
              "globalErrorMessage": {"en": "Choose the date of birth", "ru": "Выберите дату рождения"}
            }],
            "contentType": "bday"
          },
          "sex": {
            "placeholders": [{"service": "floating", "text": {"en": "Sex", "ru": "Пол"}}],
            "input": {
              "type": "options",
              "options": [
                {"value": "male", "label": {"en": "Male", "ru": "Мужской"}},
                {"value": "female", "label": {"en": "Female", "ru": "Женский"}}
              ]
            },
            "validators": [{
              "type": "textField", "minLength": 1,
              "globalErrorMessage": {"en": "Choose the sex", "ru": "Выберите пол"}
            }],
            "contentType": "sex"
          },
          "comment": {
            "type": "textView",
            "placeholders": [{"service": "floating", "text": {"en": "Comment", "ru": "Комментарий"}}],
            "hint": {"en": "From 30 to 200 characters", "ru": "От 30 до 200 символов"},
            "maxLength": 200,
            "maxTextHeight": 96,
            "allowedCharacters": {"sets": ["letters", "digits", "whitespace"], "including": ".,:;!?-–—'’\\"«»()"},
            "validators": [{
              "type": "textField", "minLength": 30, "maxLength": 200,
              "messages": {
                "short": {
                  "en": "Tell us a little more: enter at least 30 characters",
                  "ru": "Расскажите подробнее: введите не менее 30 символов"
                }
              }
            }],
            "keyboard": {"purpose": "text", "autocapitalization": "sentences"}
          },
          "sum": {
            "style": "sum",
            "placeholders": [
              {"service": "static", "text": {"en": "Amount", "ru": "Сумма"}},
              {"service": "native", "text": "0 ₽", "role": "main", "behavior": "hideOnInput"},
              {
                "service": "currency", "text": "₽",
                "insets": {"top": 37, "left": 10, "right": 16}, "height": 54, "fontSize": 50
              }
            ],
            "maxLength": 14,
            "formatter": {
              "type": "number", "groupingSeparator": "\\u2009", "decimalSeparator": ",", "decimalAliases": false,
              "maximumIntegerDigits": 9,
              "minimumFractionDigits": 2, "maximumFractionDigits": 2, "hideZeroFraction": true
            },
            "validators": [{"type": "textField", "minLength": 1, "maxLength": 14}],
            "validation": "afterChanges",
            "keyboard": {"purpose": "decimal"},
            "contentType": "transaction-amount"
          }
        }
        """
}
