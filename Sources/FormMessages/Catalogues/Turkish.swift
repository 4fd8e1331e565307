import FormModel

extension MessageCatalogue {
    static let turkish = MessageCatalogue(
        "tr",
        dateFields: .letters(day: "g", month: "a", year: "y"),
        [
            "required": "Bu alanı doldurun",
            "wrongFormat": "Geçersiz biçim",
            "checkUnavailable": "Değer denetlenemedi",
            "notListed": "Listeden bir değer seçin",
            "mistyped": "Numarada yazım hatası var: denetim basamağı uyuşmuyor",
            "notEqual": "Değerler eşleşmiyor",
            "tooShort": "En az {min, plural, one {# karakter} other {# karakter}} girin",
            "tooLong": "En fazla {max, plural, one {# karakter} other {# karakter}} girin",

            "notANumber": "Bir sayı girin",
            "notAWholeNumber": "Bir tam sayı girin",
            "tooSmall": "Değer en az {min} olmalıdır",
            "tooLarge": "Değer en fazla {max} olmalıdır",
            "notAbove": "Değer şundan büyük olmalıdır: {min}",
            "notBelow": "Değer şundan küçük olmalıdır: {max}",
            "offStep": """
            {base, select, 0 {Değer {step} sayısının katı olmalıdır} \
            other {Değer ile {base} arasındaki fark {step} sayısının katı olmalıdır}}
            """,
            "tooManyIntegerDigits": """
            Ondalık ayırıcıdan önce en fazla {max, plural, one {# basamak} other {# basamak}} girin
            """,
            "tooManyFractionDigits": """
            {max, plural, =0 {Bir tam sayı girin} one {Ondalık ayırıcıdan sonra en fazla # basamak girin} \
            other {Ondalık ayırıcıdan sonra en fazla # basamak girin}}
            """,

            "date": "{format} biçiminde bir tarih girin",
            "noSuchDate": "Böyle bir tarih yok",
            "noSuchTime": "Böyle bir saat yok",
            "incompleteDate": "Tarihi eksiksiz girin",
            "incompleteTime": "Saati eksiksiz girin",
            "dateTooEarly": "Tarih şundan önce olamaz: {min}",
            "dateTooLate": "Tarih şundan sonra olamaz: {max}",
            "timeTooEarly": "Saat şundan önce olamaz: {min}",
            "timeTooLate": "Saat şundan sonra olamaz: {max}",

            "phone": "Geçerli bir telefon numarası girin",
            "email": "Geçerli bir e-posta adresi girin",
            "url": "{scheme}:// ile başlayan bir web adresi girin",
            "uuid": "Bir UUID girin",
            "ipv4": "Bir IPv4 adresi girin",
            "ipv6": "Bir IPv6 adresi girin",
            "iban": "Geçerli bir IBAN girin",
            "ibanCountry": "Hiçbir ülkenin IBAN’ı bu harflerle başlamaz",
            "ibanLength": "IBAN {length, plural, one {# karakter} other {# karakter}} olmalıdır",
        ]
    )
}
