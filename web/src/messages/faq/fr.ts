import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  faq: {
    metaTitle: "Questions et réponses · Sotto",
    metaDescription:
      "Frais, limites, durées, remboursements et ce que l’on sait de vous\u202f: des réponses avec les chiffres de cette instance.",
    metaKeywords:
      "FAQ échange crypto, frais d’échange, montant minimum, remboursement, confidentialité, durée d’un échange",
    title: "Questions et réponses",
    lead: "Chaque chiffre de cette page est lu auprès du service quand vous l’ouvrez.",
    expandAll: "Tout ouvrir",
    collapseAll: "Tout fermer",
    list: "Questions",
    figures: "Chiffres du moment",
    figureFee: "Frais de service",
    figureFixed: "Supplément pour un taux fixe",
    figureWindow: "Délai de paiement",
    figureCurrencies: "Devises",
    figureDays: "Ordres terminés supprimés après",
    days: "{days, plural, one {# jour} other {# jours}}",
    elseTitle: "Autre chose\u202f?",
    elseText: "L’état d’un ordre et tous ses choix figurent sur sa propre page.",
    elseTrack: "Suivre un ordre",
    elseContact: "Contact",
    noFigure:
      "Ce chiffre ne peut pas être lu pour le moment. Le formulaire d’échange l’affiche avant le paiement.",
    what: {
      question: "Qu’est-ce que Sotto\u202f?",
      p1: "Sotto échange une cryptomonnaie contre une autre, sans compte. Vous choisissez les deux devises et indiquez l’adresse de réception. Vous payez à une adresse créée pour votre ordre, et l’autre devise est envoyée à la vôtre.",
      p2: "Nous sommes votre contrepartie\u202f: ce que vous recevez vient de notre propre réserve. Vos fonds ne sont chez nous qu’entre votre paiement et votre versement. Pendant ce temps, vous devez faire confiance à l’exploitant de cette instance.",
    },
    security: {
      question: "Comment mes fonds sont-ils protégés\u202f?",
      p1: "Il n’y a pas de solde à laisser derrière soi. Chaque ordre a sa propre adresse de dépôt, et son adresse de versement ne peut jamais être modifiée.",
      p2: "Tout mouvement est inscrit dans un registre en partie double où aucun ordre ne peut être à découvert. Un versement est consigné, signé, avant d’être envoyé\u202f: après une panne, la même transaction est renvoyée, jamais une seconde. Registre et blockchain sont comparés en continu, et les versements s’arrêtent tant qu’il manque des fonds.",
      p3: "Personne ne peut annuler une transaction vers une mauvaise adresse ou sur un mauvais réseau. Veuillez vérifier les deux avant de payer.",
    },
    currencies: {
      question: "Quelles devises puis-je échanger\u202f?",
      p1: "{count, plural, one {# devise est disponible en ce moment\u202f:} other {# devises sont disponibles en ce moment\u202f:}}",
      p2: "Un jeton comme l’USDT existe sur plusieurs réseaux. Choisissez celui de votre portefeuille\u202f: les fonds envoyés sur un autre réseau peuvent être perdus.",
      link: "Toutes les devises, avec limites et réseaux",
    },
    time: {
      question: "Combien de temps dure un échange\u202f?",
      p1: "Pour l’essentiel, le temps qu’il faut aux réseaux. Votre paiement est pris en compte dès qu’il a ses confirmations\u202f; le versement est alors envoyé.",
      tableTitle: "Durée prévue pour un petit montant, du paiement au versement",
      pair: "{send} vers {receive}",
      about: "environ {time}",
      measured:
        "Mesuré sur {days, plural, one {le dernier jour} other {les # derniers jours}}\u202f: la moitié des ordres terminés n’a pas pris plus de {median}, et 95 sur 100 pas plus de {slow}.",
      target:
        "Sur {days, plural, one {le dernier jour} other {les # derniers jours}}, il y a eu trop peu d’ordres pour donner une durée mesurée. Notre objectif, du paiement au versement, est de {time}.",
      p2: "Des montants plus élevés peuvent demander davantage de confirmations. La page de paiement indique combien il y en a et combien il en faut.",
      p3: "Vous avez {window} pour payer. Le temps est décompté sur la page de paiement.",
    },
    fees: {
      question: "Combien cela coûte-t-il\u202f?",
      service: "Frais de service, sur le montant envoyé",
      fixed: "En plus, pour un taux fixe",
      mixer: "Formulaire du mixeur de la page d’accueil, au lieu des frais de service",
      mixerPage: "Page du mixeur, selon vos réglages",
      range: "de {from} à {to}",
      mixerTime: "Un mélange dure autant qu’un échange, plus le délai choisi\u202f: jusqu’à {mixerDelay}.",
      network: "Frais de réseau",
      atCost: "au prix coûtant",
      p1: "Le formulaire d’échange affiche chaque poste avant que vous ne commenciez, et leur somme est exacte jusqu’à la dernière décimale. Les frais de réseau comprennent la collecte de votre paiement là où le réseau l’exige. Il n’y a pas d’autres frais.",
      p2: "La page du mixeur calcule ses frais d’après vos réglages et en montre le détail.",
      p3: "Votre propre portefeuille paie aussi le réseau pour l’envoi vers nous.",
    },
    privacy: {
      question: "Que savez-vous de moi\u202f?",
      p1: "Ni nom, ni adresse e-mail, ni compte. Votre adresse IP n’est jamais enregistrée.",
      p2: "Un ordre contient ce qu’il faut pour l’exécuter\u202f: montants, adresses, transactions et heures. Il est supprimé {days, plural, one {# jour} other {# jours}} après sa fin, un ordre mélangé au plus tard {mixed} après. Une fois terminé, vous pouvez aussi le supprimer vous-même, aussitôt.",
      p3: "Les blockchains sont publiques et n’oublient rien. Qui observe les deux peut comparer montants et heures.",
      link: "Tout est dit dans la politique de confidentialité",
    },
    track: {
      question: "Comment suivre mon ordre\u202f?",
      p1: "La page de paiement le suit en direct. Conservez son lien et ne le montrez à personne\u202f: qui l’a voit l’ordre et peut décider à votre place.",
      p2: "Le code de suivi de votre ordre, lui, peut se montrer. Il indique l’état, et les montants seulement de façon approximative.",
      p3: "Ce navigateur se souvient aussi des ordres que vous y avez ouverts.",
      link: "Suivre un ordre",
    },
    minimum: {
      question: "Y a-t-il un montant minimum\u202f?",
      p1: "Oui. En dessous, les frais de réseau prendraient une part trop grande.",
      tableTitle: "Plus petit montant à envoyer",
      p2: "Le montant maximum dépend de ce que notre réserve de la devise à recevoir peut payer. Les deux limites figurent dans le formulaire d’échange.",
      link: "Les limites de toutes les devises",
    },
    support: {
      question: "Comment joindre une personne\u202f?",
      p1: "La page de contact indique les canaux de cette instance. Donnez le code de suivi, et jamais le lien de la page de paiement.",
      p2: "Cette instance n’a configuré aucun canal d’assistance. L’adresse de remboursement, les décisions et l’état d’un ordre se trouvent sur sa page de paiement et ne nécessitent l’aide de personne.",
      link: "Contact",
    },
    refund: {
      question: "Quand suis-je remboursé, et à quelle adresse\u202f?",
      p1: "À l’adresse de remboursement que vous indiquez, au départ ou plus tard. Jamais à l’adresse d’où vient un paiement\u202f: plateformes et contrats le perdraient. Pour votre sécurité, elle ne peut être fixée qu’une fois.",
      p2: "Quand un paiement diffère de l’ordre au point d’exiger votre décision, vous voyez les montants exacts pour l’échange et pour le remboursement. Vous avez {decision} pour décider. Sans décision, il est remboursé si une adresse de remboursement est connue\u202f; sinon, les fonds vous attendent.",
      p3: "Un paiement détecté au plus tard {late} après la fin du délai de paiement est remboursé automatiquement si une adresse de remboursement est connue, sauf si vous avez demandé autre chose à la création de l’ordre.",
      p4: "Un remboursement coûte les frais de réseau, sans frais de service.",
    },
  },
});
