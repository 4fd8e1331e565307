extension MessageCatalogue {
    static let portuguese = MessageCatalogue(
        "pt",
        dateFields: .letters(day: "d", month: "m", year: "a"),
        [
            "button.submit": "Enviar", "button.cancel": "Cancelar", "button.next": "Seguinte",
            "button.previous": "Anterior", "button.addRow": "Adicionar", "button.removeRow": "Remover",
            "button.show": "Mostrar", "button.hide": "Ocultar", "button.clear": "Limpar",
            "button.done": "Concluir", "button.choose": "Escolher",

            "required": "Preencha este campo",
            "wrongFormat": "Formato incorreto",
            "checkUnavailable": "Não foi possível verificar o valor",
            "divisionByZero": "Uma divisão por zero não tem resultado",
            "notComputable": "Não é possível calcular o valor a partir das outras respostas",
            "checkFailed": "As respostas não são coerentes entre si",
            "notListed": "Escolha um valor da lista",
            "tooFewChosen": "Escolha pelo menos {min, plural, one {# opção} many {# de opções} other {# opções}}",
            "mistyped": "O número contém um erro: o dígito verificador não corresponde",
            "notEqual": "Os valores não coincidem",
            "tooFewWords": "Insira pelo menos {min, plural, one {# palavra} many {# de palavras} other {# palavras}}",
            "tooManyWords": "Insira no máximo {max, plural, one {# palavra} many {# de palavras} other {# palavras}}",
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
            "offDays": "O número de dias a partir de {base} deve ser múltiplo de {step}",
            "offTime": "O tempo a partir de {base} deve ser múltiplo de {step}",
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

            "yes": "Sim",
            "no": "Não",
            "preset.password": "Senha",
            "preset.password.hint":
                "De 8 a 20 caracteres sem espaços, entre eles um dígito, uma letra latina maiúscula e uma minúscula",
            "preset.password.short": "A senha é muito curta: insira pelo menos 8 caracteres",
            "preset.password.long": "A senha é muito longa: insira no máximo 20 caracteres",
            "preset.name": "Nome",
            "preset.name.hint": "Em letras russas",
            "preset.name.empty": "Insira o seu nome",
            "preset.name.long": "O nome é muito longo: insira no máximo 20 caracteres",
            "preset.name.letters": "O nome só pode conter letras russas e espaços",
            "preset.email": "E-mail",
            "preset.phone": "Número de telefone",
            "preset.phone.whole": "Insira o número de telefone completo",
            "preset.cardExpirationDate": "Validade",
            "preset.cardExpirationDate.whole": "Insira o mês e o ano",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Insira os três dígitos do verso do cartão",
            "preset.cardNumber": "Número do cartão",
            "preset.cardNumber.whole": "Insira o número completo do cartão",
            "preset.qrCode": "Código",
            "preset.qrCode.hint": "Insira o código ou digitalize-o",
            "preset.birthday": "Data de nascimento",
            "preset.birthday.empty": "Escolha a data de nascimento",
            "preset.sex": "Sexo",
            "preset.sex.male": "Masculino",
            "preset.sex.female": "Feminino",
            "preset.sex.empty": "Escolha o sexo",
            "preset.comment": "Comentário",
            "preset.comment.hint": "De 30 a 200 caracteres",
            "preset.comment.short": "Conte um pouco mais: insira pelo menos 30 caracteres",
            "preset.sum": "Valor",

            "postalCode": "Introduza um código postal válido",
            "taxNumber": "Introduza um número fiscal válido",
            "hostDenied": "Não são aceites endereços de {host}",
            "bic": "Introduza um BIC válido",
            "time": "Introduza uma hora como {example}",
            "dateTime": "Introduza uma data e uma hora como {example}",
            "timeOutside": "A hora deve estar entre {min} e {max}",
            "color": "Introduza uma cor como #1a2b3c",
            "json": "Introduza um JSON válido",
            "creditCard": "Introduza o número completo do cartão",
            "cardBrand": "Não são aceites cartões desta marca",
            "ip": "Introduza um endereço IP",
            "hostname": "Introduza um nome de anfitrião, como www.example.com",
            "tooManyEmails": """
            Introduza no máximo {max, plural, one {# endereço} many {# de endereços} other {# endereços}}
            """,
            "passwordStrength": """
            {strength, select, weak {A palavra-passe é fraca} fair {A palavra-passe é razoável} good {A \
            palavra-passe é boa} other {A palavra-passe é forte}}: cerca de {bits, plural, one {# bit} many {# de \
            bits} other {# bits}} de {min}
            """,

            // The texts of front ends.
            "interface.keys": "Teclas",
            "interface.spaceKey": "Espaço",
            "interface.neighbours": "campo ou botão seguinte e anterior",
            "interface.proceeds": "ao campo seguinte; no último, enviar",
            "interface.submits": "enviar",
            "interface.cancels": "cancelar; Esc pergunta se algo foi preenchido",
            "interface.chooses": "escolher, ativar ou desativar; abrir uma lista ou um calendário",
            "interface.opens": "abrir uma lista ou um calendário",
            "interface.arrows": "mover; mudar números e datas; entre opções",
            "interface.byWord": "uma palavra atrás ou à frente",
            "interface.selects": "selecionar",
            "interface.lineEnds": "início e fim da linha",
            "interface.deletes": "apagar uma palavra, até ao início, até ao fim",
            "interface.clipboard": "cortar, copiar, colar",
            "interface.history": "desfazer, refazer",
            "interface.secrets": "mostrar ou ocultar uma senha",
            "interface.pages": "página anterior e seguinte",
            "interface.redraws": "redesenhar o ecrã",
            "interface.leaveQuestion": "Sair sem enviar?",
            "interface.leave": "Sair",
            "interface.stay": "Ficar",
            "interface.month": "mês",
            "interface.nothingFound": "nada encontrado",
            "interface.notTaken": "não pode estar aqui",
            "interface.noRoom": "não há mais espaço",
            "interface.unreachable": "O serviço de formulários está inacessível",
            "interface.restarted": "O serviço de formulários foi reiniciado; preencher de novo",
            "interface.idleQuestion": "Ainda está aí?",
            "interface.idleRemoves": "O que foi preenchido será apagado em",
            "interface.goOn": "Continuar",
            "interface.wiped": "O que foi preenchido foi apagado",
            "interface.startAgain": "Começar de novo",
        ]
    )
}
