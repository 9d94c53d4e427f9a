import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  telegram: {
    metaTitle: "Bot Telegram · Sotto",
    metaDescription:
      "Échangez des cryptos dans une conversation Telegram, en six étapes\u202f: comment fonctionne le bot, quelles cryptos il accepte et ce qu’il faut savoir avant.",
    metaKeywords: "bot Telegram, bot échange crypto, suivre un ordre, échanger des cryptos sur téléphone",
    title: "Sotto sur Telegram",
    lead: "Échangez sans quitter la conversation. Le bot demande ce qu’il lui faut, montre les frais et le taux avant votre accord et écrit à chaque changement de votre ordre.",
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
      "Il vous guide pas à pas avec des boutons et répond à tout moment à /status, /track suivi d’un code, /rates, /language, /help et /cancel.",
    mobileTitle: "Mobile",
    mobileText: "Il fonctionne partout où Telegram fonctionne. Rien d’autre à installer.",
    privacyTitle: "Confidentialité",
    privacyText:
      "Le bot ne demande aucun nom. Il garde votre langue, les identifiants de vos ordres ouverts et des messages qui les concernent, et un formulaire inachevé\u202f; /forget efface tout. Telegram, lui, voit ce que vous écrivez.",
    fastTitle: "Réponse rapide",
    fastText:
      "Il interroge le serveur au moment où vous l’interrogez. Ce qu’il répond est l’état réel de l’ordre.",
    stepsTitle: "Six étapes",
    stepsLead: "Tout tient dans un seul message, avec un retour possible à chaque étape.",
    step1Title: "Ouvrez le bot",
    step1Text: "Par son lien ou par le QR code.",
    step2Title: "Envoyez /start",
    step2Text: "Il vous salue dans votre langue\u202f; /language permet d’en changer.",
    step3Title: "Choisissez un taux variable ou fixe",
    step3Text:
      "Le taux variable est déterminé quand votre paiement est crédité\u202f; le taux fixe vaut un certain temps.",
    step4Title: "Choisissez les devises",
    step4Text: "Ce que vous envoyez et ce que vous recevez. Attention au réseau.",
    step5Title: "Saisissez le montant et l’adresse",
    step5Text: "Les frais, les frais de réseau et les limites sont affichés avant votre accord.",
    step6Title: "Payez et attendez",
    step6Text:
      "Il montre l’adresse en texte et en QR code, puis écrit quand le paiement est détecté, confirmé, échangé et envoyé.",
    coinsTitle: "Cryptos prises en charge",
    coinsLead: "Lu à l’instant auprès du service. Chaque crypto mène au formulaire d’échange.",
    coinsUnknown: "Leur disponibilité ne peut pas être affichée pour le moment.",
    coinsMore: "Ce sont les plus connues. <all>Toutes les devises</all>",
    supported: "Prise en charge",
    paused: "En pause",
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
