extension InterfaceWords {
    static let portuguese = InterfaceWords(
        keys: "Teclas",
        spaceKey: "Espaço",
        neighbours: "campo ou botão seguinte e anterior",
        proceeds: "ao campo seguinte; no último, enviar",
        submits: "enviar",
        cancels: "cancelar; Esc pergunta se algo foi preenchido",
        chooses: "escolher, ativar ou desativar; abrir uma lista ou um calendário",
        opens: "abrir uma lista ou um calendário",
        arrows: "mover; mudar números e datas; entre opções",
        byWord: "uma palavra atrás ou à frente",
        selects: "selecionar",
        lineEnds: "início e fim da linha",
        deletes: "apagar uma palavra, até ao início, até ao fim",
        clipboard: "cortar, colar",
        history: "desfazer, refazer",
        secrets: "mostrar ou ocultar uma senha",
        pages: "página anterior e seguinte",
        redraws: "redesenhar o ecrã",
        leaveQuestion: "Sair sem enviar?",
        leave: "Sair",
        stay: "Ficar",
        month: "mês",
        nothingFound: "nada encontrado",
        unreachable: "O serviço de formulários está inacessível",
        restarted: "O serviço de formulários foi reiniciado; preencher de novo"
    )
}
