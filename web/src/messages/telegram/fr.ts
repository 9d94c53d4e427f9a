import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  telegram: {
    metaTitle: "Bot Telegram · Sotto",
    metaDescription:
      "Suivez votre échange depuis Telegram\u202f: comment fonctionne le bot, quelles cryptos il concerne et ce qu’il faut savoir avant.",
    metaKeywords: "bot Telegram, bot échange crypto, suivre un ordre, échanger des cryptos sur téléphone",
    title: "Sotto sur Telegram",
    lead: "Demandez dans une conversation où en est votre ordre. Le bot répond avec ce que sait le serveur et vous conduit au formulaire d’échange.",
    handle: "Le bot",
    start: "Démarrer le bot",
    newTab: "(s’ouvre dans un nouvel onglet)",
    copyLink: "Copier le lien",
    copied: "Copié",
    qrTitle: "Le bot sur votre téléphone",
    qrAlt: "QR code du lien vers @{handle}",
    qrText: "Scannez-le avec le téléphone où Telegram est installé.",
    open: "Ouvrir dans Telegram",
    noBot:
      "Cette instance n’exploite pas de bot. Ce qui suit explique comment cela se passe là où il y en a un\u202f; ces pages permettent de faire la même chose.",
    noBotExchange: "Échanger ici",
    noBotTrack: "Suivre un ordre",
    featuresTitle: "À quoi il sert",
    answersTitle: "Réponses intelligentes",
    answersText:
      "Il répond à des commandes\u202f: /start dit ce que c’est, /help ce qu’il sait faire, et /track suivi d’un code où en est un ordre.",
    mobileTitle: "Mobile",
    mobileText: "Il fonctionne partout où Telegram fonctionne. Rien d’autre à installer.",
    privacyTitle: "Confidentialité",
    privacyText:
      "Le bot ne demande aucun nom et ne conserve aucune conversation. Telegram, lui, voit ce que vous écrivez\u202f: donnez le code de suivi, jamais le lien de l’ordre.",
    fastTitle: "Réponse rapide",
    fastText:
      "Il interroge le serveur au moment où vous l’interrogez. Ce qu’il répond est l’état réel de l’ordre.",
    stepsTitle: "Six étapes",
    stepsLead:
      "Pour l’instant, les ordres se créent dans le formulaire d’échange, où le bot vous conduit\u202f; ensuite, vous pouvez l’interroger.",
    step1Title: "Ouvrez le bot",
    step1Text: "Par son lien ou par le QR code.",
    step2Title: "Envoyez /start",
    step2Text: "Il répond avec l’adresse du formulaire d’échange.",
    step3Title: "Choisissez un taux variable ou fixe",
    step3Text:
      "Le taux variable est déterminé quand votre paiement est crédité\u202f; le taux fixe vaut un certain temps.",
    step4Title: "Choisissez les devises",
    step4Text: "Ce que vous envoyez et ce que vous recevez. Attention au réseau.",
    step5Title: "Saisissez le montant et l’adresse",
    step5Text: "Les frais, les frais de réseau et les limites sont affichés avant votre accord.",
    step6Title: "Payez et attendez",
    step6Text: "Envoyez /track et le code à 9 chiffres au bot\u202f: il dit où en est l’ordre.",
    coinsTitle: "Cryptos prises en charge",
    coinsLead: "Lu à l’instant auprès du service. Chaque crypto mène au formulaire d’échange.",
    coinsUnknown: "Leur disponibilité ne peut pas être affichée pour le moment.",
    supported: "Prise en charge",
    paused: "Suspendue",
    noticeTitle: "Avis important",
    legalTitle: "Légalité",
    legalText:
      "N’utilisez le service que là où la loi vous le permet. Les paiements sont contrôlés au regard de listes de sanctions.",
    responsibilityTitle: "Votre responsabilité",
    responsibilityText:
      "C’est à vous de vérifier adresses, réseaux et montants. Personne d’autre ne peut dire si ce sont les bons.",
    irreversibleTitle: "Irréversibilité",
    irreversibleText: "Une transaction sur une blockchain ne peut être annulée, ni par vous ni par nous.",
    liabilityTitle: "Notre responsabilité",
    liabilityText:
      "Les fonds envoyés à une mauvaise adresse ou sur un mauvais réseau sont perdus. Ce dont nous répondons figure dans les <terms>conditions d’utilisation</terms>.",
    acceptanceTitle: "Acceptation",
    acceptanceText: "En démarrant un échange, vous acceptez les <terms>conditions d’utilisation</terms>.",
  },
});
