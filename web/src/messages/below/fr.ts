import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  market: {
    ratesTitle: "Le taux, en toute clarté",
    marketTitle: "Prix et limites",
    coin: "Crypto",
    price: "Prix",
    canSend: "Vous pouvez envoyer",
    dollars: "{amount} $ US",
    marketNote:
      "Prix en dollars américains, mis à jour <time></time>. Vous pouvez envoyer jusqu’à notre maximum par ordre, dans la limite de notre réserve de la devise que vous recevez.",
    reservesTitle: "Ce que nous pouvons verser maintenant",
    reserveFree: "{percent} de notre réserve est libre",
    reservesNote:
      "Le disque montre la part libre de nos fonds. Le reste est retenu pour des ordres ou pour les frais de réseau.",
  },
  assurances: {
    secureProof: "Comment un ordre est protégé",
    fastProof: "Suivre un ordre",
    anonymousProof: "Ce qui est conservé, et combien de temps",
    factsTitle: "Ce sur quoi vous pouvez compter",
    secureTitle: "De passage seulement",
    secureText:
      "Les fonds ne sont chez nous qu’entre votre dépôt et votre versement. Un remboursement part là où vous l’indiquez, jamais vers une adresse supposée.",
    fastTitle: "Suivi en direct",
    fastText: "Chaque confirmation s’affiche dès que le réseau la signale, avec ou sans JavaScript.",
    anonymousTitle: "Sans compte",
    anonymousText:
      "Ni nom, ni adresse e-mail, ni cookie qui vous reconnaisse. Le lien de l’ordre en est la clé.",
    stepsTitle: "Trois étapes",
    step1Title: "Choisissez la paire",
    step1Text: "Saisissez un montant et l’adresse de réception.",
    step2Title: "Envoyez les fonds",
    step2Text: "Payez à l’adresse propre à l’ordre, depuis n’importe quel portefeuille.",
    step3Title: "Recevez",
    step3Text: "Une fois les confirmations obtenues, les fonds partent vers votre adresse.",
    statsTitle: "En chiffres",
    statsSuccess: "Taux de réussite",
    statsFee: "Frais d’échange",
    statsTime: "Durée habituelle d’un échange",
    statsTimeHint: "95 sur 100 en {time} au plus",
    statsCurrencies: "Devises",
    statsCurrenciesHint: "échangeables en ce moment",
    statsSupport: "Assistance",
    statsSupportValue: "24\u202fh/24",
    statsSupportHint: "7 jours sur 7",
    statsFeeHint: "du montant envoyé, plus les frais de réseau",
    statsUptime: "Disponibilité",
    statsUptimeHint: "des heures mesurées",
    statsExchanges: "Échanges",
    statsExchangesHint: "effectués ici depuis le début",
    statsTarget: "objectif",
    statsMeasured:
      "Mesuré sur {days, plural, one {le dernier jour} other {les # derniers jours}}, à partir de {orders, plural, one {# ordre} other {# ordres}}.",
    statsTooFew:
      "Trop peu d’ordres sur {days, plural, one {le dernier jour} other {les # derniers jours}} pour un chiffre significatif\u202f: ce qui est marqué comme objectif est ce que nous visons.",
  },
});
