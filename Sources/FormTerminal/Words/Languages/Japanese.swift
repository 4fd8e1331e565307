extension InterfaceWords {
    static let japanese = InterfaceWords(
        keys: "キー",
        spaceKey: "スペース",
        neighbours: "次または前の項目、ボタンへ",
        proceeds: "次の項目へ。最後の項目では送信",
        submits: "送信",
        cancels: "キャンセル。入力済みなら Esc は確認する",
        chooses: "選択、オンとオフ。リストやカレンダーを開く",
        opens: "リストやカレンダーを開く",
        arrows: "移動。数値や日付の増減。選択肢の移動",
        byWord: "単語単位で前後に移動",
        selects: "範囲を選択",
        lineEnds: "行頭、行末",
        deletes: "単語、行頭まで、行末までを削除",
        clipboard: "切り取り、貼り付け",
        history: "元に戻す、やり直す",
        secrets: "パスワードの表示と非表示",
        pages: "前のページ、次のページ",
        redraws: "画面を再描画",
        leaveQuestion: "送信せずに終了しますか?",
        leave: "終了",
        stay: "戻る",
        month: "月",
        nothingFound: "見つかりません",
        unreachable: "フォームのサービスに接続できません",
        restarted: "フォームのサービスが再起動されました。再入力が必要な項目"
    )
}
