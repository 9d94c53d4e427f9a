import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  currencies: {
    metaTitle: "Devises prises en charge · Sotto",
    metaDescription:
      "Chaque devise avec son réseau, ses limites, les confirmations requises et sa disponibilité actuelle.",
    metaKeywords:
      "cryptomonnaies prises en charge, réseaux USDT, montant minimum, montant maximum, confirmations",
    title: "Devises",
    lead: "Ce qui s’échange ici, sur quel réseau et dans quelles limites. Lu à l’instant auprès du service.",
    search: "Chercher une devise",
    searchPlaceholder: "Nom, symbole ou réseau",
    searchSubmit: "Chercher",
    clear: "Tout afficher",
    count:
      "{shown, plural, one {# devise} other {# devises}}, dont {active, plural, one {# disponible} other {# disponibles}}",
    nothing: "Aucune devise ne correspond. Vérifiez l’orthographe, ou affichez-les toutes.",
    unavailable: "Les devises ne peuvent pas être affichées pour le moment.",
    network: "Réseau",
    min: "Minimum",
    max: "Maximum",
    maxUnknown: "inconnu pour le moment",
    confirmations: "Confirmations",
    memo: "Mémo nécessaire",
    supported: "Prise en charge",
    paused: "En pause",
    pausedText: "Pas d’échange en ce moment",
    exchange: "Échanger {symbol}",
    remindersTitle: "À noter",
    reminder1Title: "Attention au réseau",
    reminder1Text:
      "Le même jeton sur un autre réseau est une autre devise. Choisissez le réseau qu’affiche votre portefeuille. Les fonds envoyés sur un mauvais réseau sont perdus.",
    reminder2Title: "Les limites évoluent",
    reminder2Text:
      "Le maximum suit le marché et notre réserve de la devise à recevoir. Le formulaire d’échange affiche les limites de votre paire à cet instant.",
    reminder3Title: "Nouvelles devises",
    reminder3Text:
      "Une devise est ajoutée quand son réseau réussit nos tests, et mise en pause quand quelque chose ne va pas. Une pause bloque les nouveaux ordres\u202f; les ordres payés sont tout de même exécutés ou remboursés.",
  },
});
