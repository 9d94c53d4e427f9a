import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  about: {
    metaTitle: "Acerca de Sotto",
    metaDescription:
      "Qué es Sotto, qué valora, cómo trata los fondos y quién gestiona esta instancia. Afirmaciones que puedes comprobar.",
    metaKeywords:
      "acerca de Sotto, intercambio anónimo, exchange de código abierto, contabilidad por partida doble, reservas",
    title: "Un intercambio en voz baja",
    lead: "Sotto intercambia criptomonedas para quienes no quieren una cuenta. Pide poco, dice lo que hace y está construido para que puedas comprobarlo.",
    readouts: "Cifras de esta instancia",
    feeLabel: "Comisión de servicio",
    feeNote: "de la cantidad enviada",
    currenciesLabel: "Monedas",
    currenciesNote: "disponibles ahora",
    windowLabel: "Tiempo para pagar",
    windowNote: "con tipo de cambio flotante",
    daysLabel: "Las órdenes finalizadas se eliminan tras",
    daysNote: "o al instante por ti, una vez finalizadas",
    days: "{days, plural, one {# día} other {# días}}",
    unknown: "no se conoce ahora",
    introTitle: "Qué es Sotto",
    intro1:
      "Pagas una moneda a una dirección creada para tu orden y recibes otra en una dirección tuya. Entre las dos estamos nosotros, como tu contraparte, con una reserva propia. No se pide ningún nombre ni se guarda ningún saldo.",
    intro2:
      "Sotto es software libre con licencia AGPL. Cualquiera puede ponerlo en marcha: este sitio es una de sus instancias, y su operador es responsable de ella.",
    testNetwork: "Esta instancia funciona en redes de pruebas. Sus monedas no tienen valor.",
    valuesTitle: "A qué nos atenemos",
    value1Title: "La privacidad, primero",
    value1Text:
      "Sin cuenta, sin correo electrónico. Tu dirección IP nunca se almacena. Una orden se elimina cuando ha cumplido su propósito.",
    value2Title: "Seguro y fiable",
    value2Text:
      "Un pago solo cuenta tras sus confirmaciones. El dinero inesperado se registra y nunca se ignora. Cuando algo no está claro, las entregas esperan en lugar de suponer.",
    value3Title: "Cómo se guardan los fondos",
    value3Text:
      "Entre tu pago y la entrega, tus fondos están con nosotros. Eso es custodia, por breve que sea, y no la llamamos de otra manera.",
    value4Title: "Transparente",
    value4Text:
      "Cada costo se muestra antes de empezar, y las sumas cuadran. Cada cifra de estas páginas procede del servicio en funcionamiento, y cada plazo dice qué ocurre después.",
    craftTitle: "Cómo está construido",
    craftLead: "Seis propiedades que importan cuando hay dinero en camino.",
    craft1Title: "Contabilidad por partida doble",
    craft1Text:
      "Cada movimiento tiene dos lados que suman cero, en cada moneda. La cuenta de una orden no puede bajar de cero, así que nada se puede entregar dos veces.",
    craft2Title: "Anotada antes de enviarse",
    craft2Text:
      "Una entrega firmada se guarda antes de que la red la vea. Si se pierde una respuesta, se busca la misma transacción y se vuelve a enviar.",
    craft3Title: "Reglas comprobadas en marcha",
    craft3Text:
      "Lo que siempre debe cumplirse está escrito como consultas a la base de datos en producción. La contabilidad y la blockchain se comparan continuamente; si faltan fondos, las entregas de esa moneda se detienen por sí solas.",
    craft4Title: "Probado contra la mala suerte",
    craft4Text:
      "El mismo código se somete a caídas simuladas, respuestas perdidas, cadenas reorganizadas y pagos extraños, mientras una comprobación independiente recalcula lo que cada cliente debía haber recibido.",
    craft5Title: "Funciona sin JavaScript",
    craft5Text:
      "Todo el recorrido, de la cotización al reembolso, son páginas y formularios sencillos. Los scripts solo lo hacen más cómodo.",
    craft6Title: "Abierto a la inspección",
    craft6Text:
      "El código fuente es libre, y una única interfaz publicada sirve por igual a este sitio, a la línea de comandos y a otros programas.",
    lookTitle: "Compruébalo",
    lookText: "Lo que este servicio responde a cualquiera que pregunte:",
    lookFees: "Tabla de comisiones",
    lookReserves: "Reservas",
    lookCurrencies: "Monedas y límites",
    lookHealth: "Estado de las redes",
    operatorTitle: "Quién gestiona esta instancia",
    operatorIntro: "El operador dice de sí mismo:",
    operatorNone:
      "Esta instancia no nombra a ningún operador. Piensa si quieres confiarle fondos, aunque sea por poco tiempo.",
    start: "Iniciar un intercambio",
    questions: "Preguntas y respuestas",
  },
});
