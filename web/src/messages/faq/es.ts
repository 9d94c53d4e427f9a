import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  faq: {
    metaTitle: "Preguntas frecuentes · Sotto",
    metaDescription:
      "Comisiones, límites, tiempos, reembolsos y qué se sabe de ti: respuestas con las cifras de esta instancia.",
    metaKeywords:
      "preguntas frecuentes exchange, comisiones de intercambio, cantidad mínima, reembolso, privacidad, cuánto tarda",
    title: "Preguntas y respuestas",
    lead: "Cada cifra de esta página se consulta al servicio cuando la abres.",
    expandAll: "Abrir todas",
    collapseAll: "Cerrar todas",
    list: "Preguntas",
    figures: "Cifras actuales",
    figureFee: "Comisión de servicio",
    figureFixed: "Recargo por tipo de cambio fijo",
    figureWindow: "Tiempo para pagar",
    figureCurrencies: "Monedas",
    figureDays: "Las órdenes finalizadas se eliminan tras",
    days: "{days, plural, one {# día} other {# días}}",
    elseTitle: "¿Algo más?",
    elseText: "El estado de una orden y todas sus opciones están en su propia página.",
    elseTrack: "Seguir una orden",
    elseContact: "Contacto",
    noFigure:
      "Esta cifra no se puede consultar en este momento. El formulario de intercambio la muestra antes de pagar.",
    what: {
      question: "¿Qué es Sotto?",
      p1: "Sotto intercambia una criptomoneda por otra, sin cuenta. Eliges las dos monedas e indicas la dirección de destino. Pagas a una dirección creada para tu orden, y la otra moneda se envía a la tuya.",
      p2: "Somos tu contraparte: lo que recibes sale de nuestra propia reserva. Tus fondos están con nosotros solo entre tu pago y la entrega. Durante ese tiempo tienes que confiar en el operador de esta instancia.",
    },
    security: {
      question: "¿Cómo se protegen mis fondos?",
      p1: "No hay saldo que dejar atrás. Cada orden tiene su propia dirección de depósito, y su dirección de destino nunca se puede cambiar.",
      p2: "Todo el dinero se registra en una contabilidad por partida doble en la que ninguna orden puede quedar en descubierto. Una entrega se anota, firmada, antes de enviarse: tras un fallo se vuelve a enviar la misma transacción, nunca una segunda. La contabilidad y la blockchain se comparan continuamente, y las entregas se detienen mientras falten fondos.",
      p3: "Nadie puede deshacer una transacción a una dirección equivocada o en una red equivocada. Comprueba ambas antes de pagar.",
    },
    currencies: {
      question: "¿Qué monedas puedo intercambiar?",
      p1: "{count, plural, one {# moneda está disponible ahora:} other {# monedas están disponibles ahora:}}",
      p2: "Un token como USDT existe en varias redes. Elige la red que usa tu billetera: los fondos enviados por otra red pueden perderse.",
      link: "Todas las monedas, con límites y redes",
    },
    time: {
      question: "¿Cuánto tarda un intercambio?",
      p1: "Sobre todo, lo que necesiten las redes. Tu pago cuenta cuando tiene sus confirmaciones; entonces se envía la entrega.",
      tableTitle: "Previsto para una cantidad pequeña, del pago a la entrega",
      pair: "{send} a {receive}",
      about: "aprox. {time}",
      measured:
        "Medido en {days, plural, one {el último día} other {los últimos # días}}: la mitad de las órdenes completadas no tardó más de {median}, y 95 de cada 100, no más de {slow}.",
      target:
        "En {days, plural, one {el último día} other {los últimos # días}} hubo muy pocas órdenes para indicar un tiempo medido. Nuestro objetivo, del pago a la entrega, es de {time}.",
      p2: "Las cantidades mayores pueden necesitar más confirmaciones. La página de pago muestra cuántas hay y cuántas hacen falta.",
      p3: "Tienes {window} para pagar. La cuenta atrás está en la página de pago.",
    },
    fees: {
      question: "¿Cuánto cuesta?",
      service: "Comisión de servicio, sobre la cantidad que envías",
      fixed: "Además, por un tipo de cambio fijo",
      mixer: "Formulario del mezclador en la página de inicio, en lugar de la comisión de servicio",
      mixerPage: "Página del mezclador, según tus ajustes",
      range: "del {from} al {to}",
      mixerTime: "Una mezcla tarda lo que un intercambio, más el retraso que elijas: hasta {mixerDelay}.",
      network: "Comisión de red",
      atCost: "al costo",
      p1: "El formulario de intercambio muestra cada concepto antes de empezar, y los conceptos suman exactamente, hasta el último decimal. La comisión de red incluye la recogida de tu pago donde la red la requiera. No hay otras comisiones.",
      p2: "La página del mezclador calcula su comisión según tus ajustes y muestra sus partes.",
      p3: "Tu propia billetera también paga a la red por el envío que nos haces.",
    },
    privacy: {
      question: "¿Qué saben de mí?",
      p1: "Ni nombre, ni correo electrónico, ni cuenta. Tu dirección IP nunca se almacena.",
      p2: "Una orden contiene lo necesario para ejecutarla: cantidades, direcciones, transacciones y tiempos. Se elimina {days, plural, one {# día} other {# días}} después de finalizar; una orden mezclada, {mixed} después como máximo. Una vez finalizada, también puedes eliminarla tú al instante.",
      p3: "Las blockchains son públicas y no olvidan nada. Quien observe ambas puede comparar cantidades y tiempos.",
      link: "La política de privacidad lo explica por completo",
    },
    track: {
      question: "¿Cómo sigo mi orden?",
      p1: "La página de pago la sigue en vivo. Guarda su enlace y no se lo muestres a nadie: quien lo tenga ve la orden y puede decidir por ti.",
      p2: "El código de seguimiento de tu orden sí es para mostrarlo a otros. Indica el estado, y las cantidades solo de forma aproximada.",
      p3: "Este navegador también recuerda las órdenes que abriste en él.",
      link: "Seguir una orden",
    },
    minimum: {
      question: "¿Hay una cantidad mínima?",
      p1: "Sí. Por debajo de ella, las comisiones de red se llevarían una parte demasiado grande.",
      tableTitle: "Cantidad mínima que se puede enviar",
      p2: "La cantidad máxima depende de lo que nuestra reserva de la moneda que recibes pueda pagar. El formulario de intercambio muestra ambos límites.",
      link: "Los límites de todas las monedas",
    },
    support: {
      question: "¿Cómo contacto con una persona?",
      p1: "La página de contacto indica los canales de esta instancia. Menciona el código de seguimiento, y nunca el enlace de la página de pago.",
      p2: "Esta instancia no ha configurado ningún canal de atención. La dirección de reembolso, las decisiones y el estado de una orden están en su página de pago y no requieren ayuda de nadie.",
      link: "Contacto",
    },
    refund: {
      question: "¿Cuándo recibo un reembolso y adónde va?",
      p1: "A la dirección de reembolso que indiques, al principio o más tarde. Nunca a la dirección de la que procede un pago: los exchanges y los contratos lo perderían. Por tu seguridad, solo se puede fijar una vez.",
      p2: "Cuando un pago no coincide con la orden de una forma que requiere tu decisión, ves las cifras exactas del intercambio y del reembolso. Tienes {decision} para decidir. Si no decides, se reembolsa siempre que se conozca una dirección de reembolso; de lo contrario, los fondos te esperan.",
      p3: "Un pago que se detecta hasta {late} después del tiempo para pagar se reembolsa automáticamente si se conoce una dirección de reembolso, salvo que pidieras otra cosa al crear la orden.",
      p4: "Un reembolso cuesta la comisión de red y ninguna comisión de servicio.",
    },
  },
});
