extension MessageCatalogue {
    static let turkish = MessageCatalogue(
        "tr",
        dateFields: .letters(day: "g", month: "a", year: "y"),
        [
            "button.submit": "Gönder", "button.cancel": "İptal", "button.next": "İleri",
            "button.previous": "Geri", "button.addRow": "Ekle", "button.removeRow": "Kaldır",
            "button.show": "Göster", "button.hide": "Gizle", "button.clear": "Temizle",
            "button.done": "Bitti", "button.choose": "Seç",

            "required": "Bu alanı doldurun",
            "wrongFormat": "Geçersiz biçim",
            "checkUnavailable": "Değer denetlenemedi",
            "divisionByZero": "Sıfıra bölmenin sonucu yoktur",
            "notComputable": "Değer diğer yanıtlardan hesaplanamıyor",
            "checkFailed": "Yanıtlar birbiriyle uyuşmuyor",
            "notListed": "Listeden bir değer seçin",
            "tooFewChosen": "En az {min, plural, one {# seçenek} other {# seçenek}} seçin",
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
            "offDays": "{base} tarihinden itibaren gün sayısı {step} sayısının katı olmalıdır",
            "offTime": "{base} saatinden itibaren süre {step} süresinin katı olmalıdır",
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

            "yes": "Evet",
            "no": "Hayır",
            "preset.password": "Parola",
            "preset.password.hint":
                "Boşluksuz 8 ile 20 karakter; bir rakam, bir büyük ve bir küçük Latin harfi içermeli",
            "preset.password.short": "Parola çok kısa: en az 8 karakter girin",
            "preset.password.long": "Parola çok uzun: en fazla 20 karakter girin",
            "preset.name": "Ad",
            "preset.name.hint": "Rus harfleriyle",
            "preset.name.empty": "Adınızı girin",
            "preset.name.long": "Ad çok uzun: en fazla 20 karakter girin",
            "preset.name.letters": "Ad yalnızca Rus harfleri ve boşluk içerebilir",
            "preset.email": "E-posta",
            "preset.phone": "Telefon numarası",
            "preset.phone.whole": "Telefon numarasını eksiksiz girin",
            "preset.cardExpirationDate": "Son kullanma tarihi",
            "preset.cardExpirationDate.whole": "Ayı ve yılı girin",
            "preset.cvc": "CVC",
            "preset.cvc.whole": "Kartın arkasındaki üç rakamı girin",
            "preset.cardNumber": "Kart numarası",
            "preset.cardNumber.whole": "Kart numarasını eksiksiz girin",
            "preset.qrCode": "Kod",
            "preset.qrCode.hint": "Kodu girin veya tarayın",
            "preset.birthday": "Doğum tarihi",
            "preset.birthday.empty": "Doğum tarihini seçin",
            "preset.sex": "Cinsiyet",
            "preset.sex.male": "Erkek",
            "preset.sex.female": "Kadın",
            "preset.sex.empty": "Cinsiyeti seçin",
            "preset.comment": "Yorum",
            "preset.comment.hint": "30 ile 200 karakter arası",
            "preset.comment.short": "Biraz daha anlatın: en az 30 karakter girin",
            "preset.sum": "Tutar",

            "postalCode": "Geçerli bir posta kodu girin",
            "taxNumber": "Geçerli bir vergi numarası girin",
            "hostDenied": "{host} adresleri kabul edilmiyor",
            "bic": "Geçerli bir BIC girin",
            "time": "{example} gibi bir saat girin",
            "dateTime": "{example} gibi bir tarih ve saat girin",
            "timeOutside": "Saat {min} ile {max} arasında olmalıdır",
            "color": "#1a2b3c gibi bir renk girin",
            "json": "Geçerli bir JSON girin",
            "creditCard": "Kart numarasının tamamını girin",
            "cardBrand": "Bu markanın kartları kabul edilmiyor",
            "ip": "Bir IP adresi girin",
            "hostname": "www.example.com gibi bir ana makine adı girin",
            "tooManyEmails": "En çok {max, plural, one {# adres} other {# adres}} girin",
            "passwordStrength": """
            {strength, select, weak {Parola zayıf} fair {Parola orta} good {Parola iyi} other {Parola güçlü}}: \
            {min} bitin yaklaşık {bits, plural, one {# biti} other {# biti}}
            """,
        ]
    )
}
