import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  market: {
    ratesTitle: "El tipo de cambio, a la vista",
    marketTitle: "Precios y límites",
    coin: "Moneda",
    price: "Precio",
    canSend: "Puedes enviar",
    dollars: "{amount} USD",
    marketNote:
      "Precios en dólares estadounidenses, actualizados <time></time>. Puedes enviar hasta nuestro máximo por orden, siempre que nuestra reserva de la moneda que recibes alcance.",
    reservesTitle: "Lo que podemos entregar ahora",
    reserveFree: "{percent} de nuestra reserva está libre",
    reservesNote:
      "El disco muestra qué parte de nuestros fondos está libre. El resto está reservado para órdenes o para comisiones de red.",
  },
  assurances: {
    secureProof: "Cómo se protege una orden",
    fastProof: "Seguir una orden",
    anonymousProof: "Qué se guarda y cuánto tiempo",
    factsTitle: "Con qué puedes contar",
    secureTitle: "Solo de paso",
    secureText:
      "Tus fondos están con nosotros solo entre el depósito y la entrega. Un reembolso va adonde tú digas, nunca a una dirección que supongamos.",
    fastTitle: "Seguimiento en vivo",
    fastText: "Cada confirmación aparece cuando la red la comunica, con o sin JavaScript.",
    anonymousTitle: "Sin cuenta",
    anonymousText:
      "Ni nombre, ni correo, ni cookies que te identifiquen. El enlace de la orden es tu llave para acceder a ella.",
    stepsTitle: "Tres pasos",
    step1Title: "Elige el par",
    step1Text: "Introduce una cantidad y la dirección de destino.",
    step2Title: "Envía los fondos",
    step2Text: "Paga a la dirección propia de la orden, desde cualquier billetera.",
    step3Title: "Recibe",
    step3Text: "Tras las confirmaciones, los fondos salen hacia tu dirección.",
    statsTitle: "En cifras",
    statsSuccess: "Tasa de éxito",
    statsFee: "Comisión de intercambio",
    statsTime: "Tiempo habitual de un intercambio",
    statsTimeHint: "95 de cada 100, en {time} como máximo",
    statsCurrencies: "Monedas",
    statsCurrenciesHint: "se pueden intercambiar ahora",
    statsSupport: "Soporte",
    statsSupportValue: "24/7",
    statsSupportHint: "a todas horas, todos los días",
    statsFeeHint: "de lo que envías, más la de la red",
    statsUptime: "Disponibilidad",
    statsUptimeHint: "de las horas medidas",
    statsExchanges: "Intercambios",
    statsExchangesHint: "completados aquí hasta hoy",
    statsTarget: "objetivo",
    statsMeasured:
      "Medido en {days, plural, one {el último día} other {los últimos # días}}, con {orders, plural, one {# orden} other {# órdenes}}.",
    statsTooFew:
      "En {days, plural, one {el último día} other {los últimos # días}} hubo muy pocas órdenes para dar una cifra significativa: lo marcado como objetivo es lo que nos proponemos.",
  },
});
