import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  telegram: {
    metaTitle: "Bot de Telegram · Sotto",
    metaDescription:
      "Intercambia monedas en un chat de Telegram, en seis pasos: cómo funciona el bot, qué monedas admite y qué conviene saber antes de empezar.",
    metaKeywords:
      "bot de Telegram, bot de intercambio de criptomonedas, seguir una orden, cambiar cripto desde el móvil",
    title: "Sotto en Telegram",
    lead: "Intercambia sin salir del chat. El bot pregunta lo que necesita, muestra la comisión y el tipo de cambio antes de que aceptes y te escribe con cada cambio de tu orden.",
    handle: "El bot",
    start: "Iniciar el bot",
    newTab: "(se abre en una pestaña nueva)",
    copyLink: "Copiar el enlace",
    copied: "Copiado",
    qrTitle: "El bot en tu teléfono",
    qrAlt: "Código QR del enlace a @{handle}",
    qrText: "Escanéalo con el teléfono en el que tienes Telegram.",
    open: "Abrir en Telegram",
    noBot:
      "Esta instancia no tiene bot. Lo que sigue explica cómo funciona donde lo hay; lo mismo se puede hacer en estas páginas.",
    noBotExchange: "Intercambiar aquí",
    noBotTrack: "Seguir una orden",
    featuresTitle: "Para qué sirve",
    answersTitle: "Respuestas inteligentes",
    answersText:
      "Te guía paso a paso con botones y responde en todo momento a /status, /track con un código, /rates, /language, /help y /cancel.",
    mobileTitle: "Móvil",
    mobileText: "Funciona donde funcione Telegram. No hay nada más que instalar.",
    privacyTitle: "Privacidad",
    privacyText:
      "El bot no pide ningún nombre. Guarda tu idioma, los identificadores de tus órdenes abiertas y de los mensajes sobre ellas, y un formulario sin terminar; /forget lo borra todo. Telegram sí ve lo que escribes.",
    fastTitle: "Respuesta rápida",
    fastText:
      "Consulta al servidor en el momento en que preguntas. Lo que responde es el estado real de la orden.",
    stepsTitle: "Seis pasos",
    stepsLead: "Todo en un solo mensaje, con vuelta atrás en cada paso.",
    step1Title: "Abre el bot",
    step1Text: "Con su enlace o con el código QR.",
    step2Title: "Envía /start",
    step2Text: "Te saluda en tu idioma; /language lo cambia.",
    step3Title: "Elige un tipo de cambio flotante o fijo",
    step3Text: "El flotante se determina cuando se acredita tu pago; el fijo vale durante un tiempo.",
    step4Title: "Elige las monedas",
    step4Text: "Qué envías y qué recibes. Fíjate en la red.",
    step5Title: "Introduce la cantidad y la dirección",
    step5Text: "La comisión, la comisión de red y los límites se muestran antes de que aceptes.",
    step6Title: "Paga y espera",
    step6Text:
      "Muestra la dirección como texto y como código QR, y escribe cuando el pago se detecta, se confirma, se intercambia y se envía.",
    coinsTitle: "Monedas admitidas",
    coinsLead: "Datos del servicio en este momento. Cada moneda lleva al formulario de intercambio.",
    coinsUnknown: "Su disponibilidad no se puede mostrar en este momento.",
    coinsMore: "Estas son las más conocidas. <all>Todas las monedas</all>",
    supported: "Admitida",
    paused: "En pausa",
    noticeTitle: "Aviso importante",
    legalTitle: "Legalidad",
    legalText:
      "Usa el servicio solo donde la ley te lo permita. Los pagos se cotejan con listas de sanciones.",
    responsibilityTitle: "Tu responsabilidad",
    responsibilityText:
      "Te corresponde a ti comprobar direcciones, redes y cantidades. Nadie más puede saber si son las correctas.",
    irreversibleTitle: "Irreversible",
    irreversibleText: "Una transacción en una blockchain no se puede deshacer: ni tú ni nosotros podemos.",
    liabilityTitle: "Nuestra responsabilidad",
    liabilityText:
      "Los fondos enviados a una dirección equivocada o por una red equivocada se pierden. De qué respondemos se indica en los <terms>términos del servicio</terms>.",
    acceptanceTitle: "Aceptación",
    acceptanceText: "Al iniciar un intercambio aceptas los <terms>términos del servicio</terms>.",
  },
});
