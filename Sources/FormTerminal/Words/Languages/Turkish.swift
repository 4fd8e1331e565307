extension InterfaceWords {
    static let turkish = InterfaceWords(
        keys: "Tuşlar",
        spaceKey: "Boşluk",
        neighbours: "sonraki ve önceki alan veya düğme",
        proceeds: "sonraki alana; son alanda gönderir",
        submits: "gönder",
        cancels: "iptal; bir şey doldurulduysa Esc sorar",
        chooses: "seç, aç veya kapat; liste veya takvim aç",
        opens: "liste veya takvim aç",
        arrows: "hareket; sayı ve tarihleri değiştir; seçenekler arasında",
        byWord: "bir sözcük geri veya ileri",
        selects: "seç",
        lineEnds: "satırın başı ve sonu",
        deletes: "sözcüğü, başa kadar, sona kadar sil",
        clipboard: "kes, yapıştır",
        history: "geri al, yinele",
        secrets: "parolayı göster veya gizle",
        pages: "önceki ve sonraki sayfa",
        redraws: "ekranı yeniden çiz",
        leaveQuestion: "Göndermeden çıkılsın mı?",
        leave: "Çık",
        stay: "Kal",
        month: "ay",
        nothingFound: "hiçbir şey bulunamadı",
        unreachable: "Form hizmetine ulaşılamıyor",
        restarted: "Form hizmeti yeniden başlatıldı; yeniden doldurun"
    )
}
