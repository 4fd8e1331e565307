import FormModel

extension MessageCatalogue {
    static let portuguese = MessageCatalogue(
        "pt",
        dateFields: .letters(day: "d", month: "m", year: "a"),
        [
            "required": "Preencha este campo",
            "wrongFormat": "Formato incorreto",
            "checkUnavailable": "Não foi possível verificar o valor",
            "notListed": "Escolha um valor da lista",
            "mistyped": "O número contém um erro: o dígito verificador não corresponde",
            "notEqual": "Os valores não coincidem",
            "tooShort": """
            Insira pelo menos {min, plural, one {# caractere} many {# de caracteres} other {# caracteres}}
            """,
            "tooLong": """
            Insira no máximo {max, plural, one {# caractere} many {# de caracteres} other {# caracteres}}
            """,

            "notANumber": "Insira um número",
            "notAWholeNumber": "Insira um número inteiro",
            "tooSmall": "O valor deve ser maior ou igual a {min}",
            "tooLarge": "O valor deve ser menor ou igual a {max}",
            "notAbove": "O valor deve ser maior que {min}",
            "notBelow": "O valor deve ser menor que {max}",
            "offStep": """
            {base, select, 0 {O valor deve ser múltiplo de {step}} \
            other {A diferença entre o valor e {base} deve ser múltipla de {step}}}
            """,
            "tooManyIntegerDigits": """
            Insira no máximo {max, plural, one {# dígito} many {# de dígitos} other {# dígitos}} \
            antes do separador decimal
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Insira um número inteiro} \
            one {Insira no máximo # dígito depois do separador decimal} \
            many {Insira no máximo # de dígitos depois do separador decimal} \
            other {Insira no máximo # dígitos depois do separador decimal}}
            """,

            "date": "Insira uma data no formato {format}",
            "noSuchDate": "Essa data não existe",
            "noSuchTime": "Essa hora não existe",
            "incompleteDate": "Insira a data completa",
            "incompleteTime": "Insira a hora completa",
            "dateTooEarly": "A data não pode ser anterior a {min}",
            "dateTooLate": "A data não pode ser posterior a {max}",
            "timeTooEarly": "A hora não pode ser anterior a {min}",
            "timeTooLate": "A hora não pode ser posterior a {max}",

            "phone": "Insira um número de telefone válido",
            "email": "Insira um endereço de e-mail válido",
            "url": "Insira um endereço da web que comece com {scheme}://",
            "uuid": "Insira um UUID",
            "ipv4": "Insira um endereço IPv4",
            "ipv6": "Insira um endereço IPv6",
            "iban": "Insira um IBAN válido",
            "ibanCountry": "O IBAN de nenhum país começa com estas letras",
            "ibanLength": """
            O IBAN deve ter {length, plural, one {# caractere} many {# de caracteres} other {# caracteres}}
            """,
        ]
    )
}
