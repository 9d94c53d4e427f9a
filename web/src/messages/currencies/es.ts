import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  currencies: {
    metaTitle: "Monedas admitidas · Sotto",
    metaDescription:
      "Cada moneda con su red, sus límites, las confirmaciones que necesita y si está disponible ahora.",
    metaKeywords: "criptomonedas admitidas, redes de USDT, cantidad mínima, cantidad máxima, confirmaciones",
    title: "Monedas",
    lead: "Qué se puede intercambiar aquí, en qué red y dentro de qué límites. Datos del servicio en este momento.",
    search: "Buscar una moneda",
    searchPlaceholder: "Nombre, símbolo o red",
    searchSubmit: "Buscar",
    clear: "Ver todas",
    count:
      "{shown, plural, one {# moneda} other {# monedas}}, {active, plural, one {# disponible} other {# disponibles}}",
    nothing: "Ninguna moneda coincide. Revisa la ortografía o muéstralas todas.",
    unavailable: "Las monedas no se pueden mostrar en este momento.",
    network: "Red",
    min: "Mínimo",
    max: "Máximo",
    maxUnknown: "no se conoce ahora",
    confirmations: "Confirmaciones",
    memo: "Requiere un memo",
    supported: "Admitida",
    paused: "En pausa",
    pausedText: "Ahora no se intercambia",
    exchange: "Intercambiar {symbol}",
    remindersTitle: "Ten en cuenta",
    reminder1Title: "Atención a la red",
    reminder1Text:
      "El mismo token en otra red es otra moneda. Elige la red que muestra tu billetera. Los fondos enviados por una red equivocada se pierden.",
    reminder2Title: "Los límites varían",
    reminder2Text:
      "El máximo sigue al mercado y a nuestra reserva de la moneda que recibes. El formulario de intercambio muestra los límites de tu par en ese momento.",
    reminder3Title: "Monedas nuevas",
    reminder3Text:
      "Una moneda se añade cuando su red supera nuestras pruebas y se pone en pausa cuando algo falla en ella. Una pausa impide nuevas órdenes; las ya pagadas se ejecutan o se reembolsan igualmente.",
  },
});
