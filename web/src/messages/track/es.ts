import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  tail: {
    label: "Últimos cuatro caracteres de tu dirección de destino",
    why: "En este momento alguien está probando códigos de seguimiento al azar. Para que eso no te impida consultar tu orden, pedimos también el final de tu dirección de destino, que un extraño no puede adivinar.",
    hint: "Por ejemplo, …WYdH. En una mezcla vale cualquiera de sus direcciones.",
    empty: "Introduce los últimos cuatro caracteres de tu dirección de destino",
    format: "Introduce exactamente cuatro letras o cifras",
    notFound: "Ninguna orden coincide con este código y este final de dirección. Revisa ambos.",
  },
});
