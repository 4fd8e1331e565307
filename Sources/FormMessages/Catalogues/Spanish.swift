extension MessageCatalogue {
    static let spanish = MessageCatalogue(
        "es",
        dateFields: .letters(day: "d", month: "m", year: "a"),
        [
            "button.submit": "Enviar", "button.cancel": "Cancelar", "button.next": "Siguiente",
            "button.previous": "Anterior", "button.addRow": "Añadir", "button.removeRow": "Quitar",
            "button.show": "Mostrar", "button.hide": "Ocultar", "button.clear": "Borrar",
            "button.done": "Listo", "button.choose": "Elegir",

            "required": "Rellene este campo",
            "wrongFormat": "Formato incorrecto",
            "checkUnavailable": "No se ha podido comprobar el valor",
            "divisionByZero": "Una división entre cero no tiene resultado",
            "notComputable": "El valor no se puede calcular a partir de las otras respuestas",
            "checkFailed": "Las respuestas no son coherentes entre sí",
            "notListed": "Elija un valor de la lista",
            "tooFewChosen": "Elija al menos {min, plural, one {# opción} many {# de opciones} other {# opciones}}",
            "mistyped": "El número contiene un error: el dígito de control no coincide",
            "notEqual": "Los valores no coinciden",
            "tooFewWords": "Introduzca al menos {min, plural, one {# palabra} many {# de palabras} other {# palabras}}",
            "tooManyWords": """
            Introduzca como máximo {max, plural, one {# palabra} many {# de palabras} other {# palabras}}
            """,
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
            "offDays": "El número de días desde el {base} debe ser múltiplo de {step}",
            "offTime": "El tiempo desde {base} debe ser múltiplo de {step}",
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

            "yes": "Sí",
            "no": "No",
            "preset.password": "Contraseña",
            "preset.password.hint":
                "De 8 a 20 caracteres sin espacios, entre ellos un dígito, una letra latina mayúscula y una minúscula",
            "preset.password.short": "La contraseña es demasiado corta: introduzca al menos 8 caracteres",
            "preset.password.long": "La contraseña es demasiado larga: introduzca como máximo 20 caracteres",
            "preset.name": "Nombre",
            "preset.name.hint": "En letras rusas",
            "preset.name.empty": "Introduzca su nombre",
            "preset.name.long": "El nombre es demasiado largo: introduzca como máximo 20 caracteres",
            "preset.name.letters": "El nombre solo puede contener letras rusas y espacios",
            "preset.email": "Correo electrónico",
            "preset.phone": "Número de teléfono",
            "preset.phone.whole": "Introduzca el número de teléfono completo",
            "preset.cardExpirationDate": "Válida hasta",
            "preset.cardExpirationDate.whole": "Introduzca el mes y el año",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Introduzca los tres dígitos del reverso de la tarjeta",
            "preset.cardNumber": "Número de tarjeta",
            "preset.cardNumber.whole": "Introduzca el número de tarjeta completo",
            "preset.qrCode": "Código",
            "preset.qrCode.hint": "Introduzca el código o escanéelo",
            "preset.birthday": "Fecha de nacimiento",
            "preset.birthday.empty": "Elija la fecha de nacimiento",
            "preset.sex": "Sexo",
            "preset.sex.male": "Masculino",
            "preset.sex.female": "Femenino",
            "preset.sex.empty": "Elija el sexo",
            "preset.comment": "Comentario",
            "preset.comment.hint": "De 30 a 200 caracteres",
            "preset.comment.short": "Cuéntenos un poco más: introduzca al menos 30 caracteres",
            "preset.sum": "Importe",

            "postalCode": "Introduzca un código postal válido",
            "taxNumber": "Introduzca un número de identificación fiscal válido",
            "hostDenied": "No se aceptan direcciones de {host}",
            "bic": "Introduzca un BIC válido",
            "time": "Introduzca una hora como {example}",
            "dateTime": "Introduzca una fecha y una hora como {example}",
            "timeOutside": "La hora debe estar entre {min} y {max}",
            "color": "Introduzca un color como #1a2b3c",
            "json": "Introduzca un JSON válido",
            "creditCard": "Introduzca el número completo de la tarjeta",
            "cardBrand": "No se aceptan tarjetas de esta marca",
            "ip": "Introduzca una dirección IP",
            "hostname": "Introduzca un nombre de host, como www.example.com",
            "tooManyEmails": """
            Introduzca como máximo {max, plural, one {# dirección} many {# de direcciones} other {# direcciones}}
            """,
            "passwordStrength": """
            {strength, select, weak {La contraseña es débil} fair {La contraseña es regular} good {La contraseña es \
            buena} other {La contraseña es fuerte}}: unos {bits, plural, one {# bit} many {# de bits} other {# \
            bits}} de {min}
            """,

            // The texts of front ends.
            "interface.keys": "Teclas",
            "interface.spaceKey": "Espacio",
            "interface.neighbours": "campo o botón siguiente y anterior",
            "interface.proceeds": "al campo siguiente; en el último, enviar",
            "interface.submits": "enviar",
            "interface.cancels": "cancelar; Esc pregunta si se ha rellenado algo",
            "interface.chooses": "elegir, activar o desactivar; abrir una lista o un calendario",
            "interface.opens": "abrir una lista o un calendario",
            "interface.arrows": "mover; cambiar números y fechas; entre opciones",
            "interface.byWord": "una palabra atrás o adelante",
            "interface.selects": "seleccionar",
            "interface.lineEnds": "principio y final de la línea",
            "interface.deletes": "borrar una palabra, hasta el principio, hasta el final",
            "interface.clipboard": "cortar, copiar, pegar",
            "interface.history": "deshacer, rehacer",
            "interface.secrets": "mostrar u ocultar una contraseña",
            "interface.pages": "página anterior y siguiente",
            "interface.redraws": "volver a dibujar la pantalla",
            "interface.leaveQuestion": "¿Salir sin enviar?",
            "interface.leave": "Salir",
            "interface.stay": "Quedarse",
            "interface.month": "mes",
            "interface.nothingFound": "no se ha encontrado nada",
            "interface.notTaken": "no puede ir aquí",
            "interface.noRoom": "no queda sitio",
            "interface.unreachable": "No se puede acceder al servicio de formularios",
            "interface.restarted": "El servicio de formularios se ha reiniciado; vuelva a rellenar",
            "interface.idleQuestion": "¿Sigue ahí?",
            "interface.idleRemoves": "Lo introducido se borrará en",
            "interface.goOn": "Continuar",
            "interface.wiped": "Se ha borrado lo que se había introducido",
            "interface.startAgain": "Empezar de nuevo",
        ]
    )
}
