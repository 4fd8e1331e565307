extension InterfaceWords {
    static let spanish = InterfaceWords(
        keys: "Teclas",
        spaceKey: "Espacio",
        neighbours: "campo o botón siguiente y anterior",
        proceeds: "al campo siguiente; en el último, enviar",
        submits: "enviar",
        cancels: "cancelar; Esc pregunta si se ha rellenado algo",
        chooses: "elegir, activar o desactivar; abrir una lista o un calendario",
        opens: "abrir una lista o un calendario",
        arrows: "mover; cambiar números y fechas; entre opciones",
        byWord: "una palabra atrás o adelante",
        selects: "seleccionar",
        lineEnds: "principio y final de la línea",
        deletes: "borrar una palabra, hasta el principio, hasta el final",
        clipboard: "cortar, pegar",
        history: "deshacer, rehacer",
        secrets: "mostrar u ocultar una contraseña",
        pages: "página anterior y siguiente",
        redraws: "volver a dibujar la pantalla",
        leaveQuestion: "¿Salir sin enviar?",
        leave: "Salir",
        stay: "Quedarse",
        month: "mes",
        nothingFound: "no se ha encontrado nada",
        unreachable: "No se puede acceder al servicio de formularios",
        restarted: "El servicio de formularios se ha reiniciado; vuelva a rellenar"
    )
}
