import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  picker: {
    search: "Symbole, nom ou réseau",
    list: "Devises",
    popular: "Courantes",
    others: "Toutes les autres",
    found: "Résultats",
    none: "Aucune devise de ce nom ici.",
    paused: "en pause",
    networkTitle: "USDT et USDC\u202f:",
    networkText: "choisissez le bon réseau. Sur un autre, les fonds sont perdus.",
  },
  scan: {
    title: "Scanner un QR code",
    picture: "Image de la caméra",
    asking: "En attente de votre autorisation d’utiliser la caméra…",
    denied: "Impossible d’accéder à la caméra, vérifiez les autorisations",
    missing: "Aucune caméra n’est utilisable ici",
    uploadInstead: "Une image du code convient aussi.",
    aim: "Placez le code entre les coins.",
    upload: "Choisir une image",
    reading: "Lecture de l’image…",
    local: "L’image est lue dans votre navigateur et n’en sort pas.",
    nothing: "Aucun QR code trouvé dans cette image.",
    unreadable: "Ce fichier n’est pas une image lisible.",
    noAddress: "Le code ne contient pas d’adresse, mais\u202f:",
  },
});
