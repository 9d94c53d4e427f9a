import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  contact: {
    metaTitle: "Contact · Sotto",
    metaDescription:
      "Comment joindre l’exploitant de cette instance, et ce que vous pouvez faire vous-même sur la page de votre ordre.",
    metaKeywords:
      "contact, assistance, aide échange crypto, problème avec un ordre, signaler une faille de sécurité",
    title: "Contact",
    lead: "La plupart des questions sur un ordre trouvent leur réponse sur sa propre page. Pour les autres, voici comment nous joindre.",
    leadNone:
      "Les questions sur un ordre trouvent leur réponse sur sa propre page. Cette instance n’offre pas d’autre canal.",
    writeTitle: "Nous écrire",
    writeText:
      "Votre propre logiciel de messagerie s’ouvre avec le message. Cette page n’envoie et ne conserve rien.",
    subjectType: "De quoi s’agit-il\u202f?",
    email: "Votre adresse e-mail",
    emailHint: "Seulement si nous devons répondre à une autre adresse que celle d’où vous écrivez.",
    message: "Message",
    send: "Ouvrir dans la messagerie",
    copyEmail: "Copier l’adresse e-mail",
    emailAddress: "Adresse e-mail",
    copyHandle: "Copier l’identifiant",
    handle: "Identifiant de messagerie",
    chooseSubject: "Choisissez un sujet, et votre logiciel de messagerie s’ouvre\u202f:",
    replyTo: "Répondre à\u202f: {email}",
    subjects: {
      technical: "Problème technique",
      transaction: "Une transaction ou un ordre",
      api: "L’API",
      security: "Un problème de sécurité",
      other: "Autre chose",
    },
    hints: {
      technical: "Ce que vous avez fait, ce que vous attendiez, ce qui s’est passé, et dans quel navigateur.",
      transaction: "Le code de suivi et, s’il y en a un, le hash de la transaction.",
      api: "L’opération, le code de la réponse et l’heure. Jamais la clé.",
      security: "Ce qu’il est possible de faire et comment, pour que nous puissions le constater.",
      other: "Tout ce qui n’est pas dans la liste.",
    },
    mailSubject: "[Sotto] {subject}",
    neverShare:
      "N’envoyez jamais le lien d’une page de paiement, une phrase de récupération ou une clé privée. Personne à l’assistance n’en a besoin.",
    channelsTitle: "Canaux",
    channelEmail: "E-mail",
    channelHandle: "Messagerie instantanée",
    hours: "Horaires",
    hoursValue: "Jour et nuit, tous les jours",
    reply: "Réponse aux e-mails",
    replyValue: "sous {time}",
    languages: "Langues de ce site",
    noChannel:
      "Cette instance n’a configuré aucun canal d’assistance. Il n’y a aucune adresse que nous puissions vous donner sans l’inventer.",
    noEmail:
      "Cette instance n’a configuré aucune adresse e-mail. Veuillez utiliser la messagerie instantanée.",
    servicesTitle: "Ce que vous pouvez faire tout de suite",
    service1Title: "Voir où en est un ordre",
    service1Text: "Avec le code de suivi, depuis n’importe quel appareil.",
    service1Link: "Suivre un ordre",
    service2Title: "Indiquer une adresse de remboursement, décider, annuler",
    service2Text: "Tout se fait sur la page de paiement, dont vous avez conservé le lien.",
    service2Link: "Ordres dans ce navigateur",
    service3Title: "Consulter des frais, une limite ou une durée",
    service3Text: "Des réponses avec les chiffres de cette instance.",
    service3Link: "Questions et réponses",
    service4Title: "Connecter un programme",
    service4Text: "Chaque opération avec ses paramètres, ses erreurs et des exemples.",
    service4Link: "Documentation de l’API",
  },
});
