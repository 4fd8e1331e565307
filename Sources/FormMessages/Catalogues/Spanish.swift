import FormModel

extension MessageCatalogue {
    static let spanish = MessageCatalogue(
        "es",
        dateFields: .letters(day: "d", month: "m", year: "a"),
        [
            "required": "Rellene este campo",
            "wrongFormat": "Formato incorrecto",
            "checkUnavailable": "No se ha podido comprobar el valor",
            "notListed": "Elija un valor de la lista",
            "mistyped": "El número contiene un error: el dígito de control no coincide",
            "notEqual": "Los valores no coinciden",
            "tooShort": """
            Introduzca al menos {min, plural, one {# carácter} many {# de caracteres} other {# caracteres}}
            """,
            "tooLong": """
            Introduzca como máximo {max, plural, one {# carácter} many {# de caracteres} other {# caracteres}}
            """,

            "notANumber": "Introduzca un número",
            "notAWholeNumber": "Introduzca un número entero",
            "tooSmall": "El valor debe ser igual o superior a {min}",
            "tooLarge": "El valor debe ser igual o inferior a {max}",
            "notAbove": "El valor debe ser superior a {min}",
            "notBelow": "El valor debe ser inferior a {max}",
            "offStep": """
            {base, select, 0 {El valor debe ser múltiplo de {step}} \
            other {La diferencia entre el valor y {base} debe ser múltiplo de {step}}}
            """,
            "tooManyIntegerDigits": """
            Introduzca como máximo {max, plural, one {# dígito} many {# de dígitos} other {# dígitos}} \
            antes del separador decimal
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Introduzca un número entero} \
            one {Introduzca como máximo # dígito después del separador decimal} \
            many {Introduzca como máximo # de dígitos después del separador decimal} \
            other {Introduzca como máximo # dígitos después del separador decimal}}
            """,

            "date": "Introduzca una fecha con el formato {format}",
            "noSuchDate": "Esa fecha no existe",
            "noSuchTime": "Esa hora no existe",
            "incompleteDate": "Introduzca la fecha completa",
            "incompleteTime": "Introduzca la hora completa",
            "dateTooEarly": "La fecha no puede ser anterior al {min}",
            "dateTooLate": "La fecha no puede ser posterior al {max}",
            "timeTooEarly": "La hora no puede ser anterior a {min}",
            "timeTooLate": "La hora no puede ser posterior a {max}",

            "phone": "Introduzca un número de teléfono válido",
            "email": "Introduzca una dirección de correo electrónico válida",
            "url": "Introduzca una dirección web que empiece por {scheme}://",
            "uuid": "Introduzca un UUID",
            "ipv4": "Introduzca una dirección IPv4",
            "ipv6": "Introduzca una dirección IPv6",
            "iban": "Introduzca un IBAN válido",
            "ibanCountry": "El IBAN de ningún país empieza por estas letras",
            "ibanLength": """
            El IBAN debe tener {length, plural, one {# carácter} many {# de caracteres} other {# caracteres}}
            """,
        ]
    )
}
