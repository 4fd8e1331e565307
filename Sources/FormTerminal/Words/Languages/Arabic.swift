extension InterfaceWords {
    static let arabic = InterfaceWords(
        keys: "المفاتيح",
        spaceKey: "المسافة",
        neighbours: "الحقل أو الزر التالي والسابق",
        proceeds: "إلى الحقل التالي؛ ومن الأخير يُرسل",
        submits: "إرسال",
        cancels: "إلغاء؛ يسأل Esc إذا عُبّئ شيء",
        chooses: "اختيار، تشغيل أو إيقاف؛ فتح قائمة أو تقويم",
        opens: "فتح قائمة أو تقويم",
        arrows: "التنقل؛ تغيير الأرقام والتواريخ؛ بين الخيارات",
        byWord: "كلمة إلى الخلف أو الأمام",
        selects: "تحديد",
        lineEnds: "بداية السطر ونهايته",
        deletes: "حذف كلمة، حتى البداية، حتى النهاية",
        clipboard: "قص، لصق",
        history: "تراجع، إعادة",
        secrets: "إظهار كلمة المرور أو إخفاؤها",
        pages: "الصفحة السابقة والتالية",
        redraws: "إعادة رسم الشاشة",
        leaveQuestion: "المغادرة دون إرسال؟",
        leave: "مغادرة",
        stay: "بقاء",
        month: "الشهر",
        nothingFound: "لم يُعثر على شيء",
        unreachable: "تعذر الوصول إلى خدمة النماذج",
        restarted: "أُعيد تشغيل خدمة النماذج؛ املأ من جديد"
    )
}
