import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  exchangePage: {
    text: "Introduce una de las dos cantidades y la dirección de destino. Cada costo aparece junto al formulario antes de pagar.",
    goodToKnow: "Antes de empezar",
    rateTitle: "Flotante o fijo",
    rateText:
      "El tipo de cambio flotante se determina cuando se acredita tu depósito; hasta entonces sigue al mercado. El fijo vale unos minutos, cuesta un poco más y exige exactamente la cantidad indicada.",
    limitsTitle: "Cantidades y límites",
    limitsText:
      "Escribe lo que envías o lo que debe llegar. El mínimo y el máximo del momento aparecen bajo la cantidad; dependen de la moneda y de lo que tenemos de la otra.",
    differsTitle: "Si algo no coincide",
    differsText:
      "Un depósito por otra cantidad se recalcula o requiere tu decisión. Con una dirección de reembolso, un pago que llega demasiado tarde se devuelve automáticamente.",
  },
});
