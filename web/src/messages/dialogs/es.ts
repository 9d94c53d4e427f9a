import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  picker: {
    search: "Símbolo, nombre o red",
    list: "Monedas",
    popular: "Populares",
    others: "Todas las demás",
    found: "Resultados",
    none: "Aquí no hay ninguna moneda con ese nombre.",
    paused: "en pausa",
    networkTitle: "USDT y USDC:",
    networkText: "elige la red correcta. En una red equivocada, los fondos se pierden.",
  },
  scan: {
    title: "Escanear un código QR",
    picture: "Imagen de la cámara",
    asking: "A la espera de tu permiso para usar la cámara…",
    denied: "No se puede acceder a la cámara; revisa los permisos",
    missing: "Aquí no se puede usar ninguna cámara",
    uploadInstead: "También sirve una imagen del código.",
    aim: "Mantén el código dentro de las esquinas.",
    upload: "Elegir una imagen",
    reading: "Leyendo la imagen…",
    local: "La imagen se lee en tu navegador y no sale de él.",
    nothing: "No se ha encontrado ningún código QR en esta imagen.",
    unreadable: "Este archivo no es una imagen que se pueda leer.",
    noAddress: "El código no contiene una dirección, sino:",
  },
});
