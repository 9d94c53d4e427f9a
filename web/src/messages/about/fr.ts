import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  about: {
    metaTitle: "À propos de Sotto",
    metaDescription:
      "Ce qu’est Sotto, ses valeurs, sa façon de traiter les fonds et qui exploite cette instance. Des affirmations vérifiables.",
    metaKeywords:
      "à propos de Sotto, échange crypto anonyme, échange open source, comptabilité en partie double, réserves",
    title: "L’échange, à voix basse",
    lead: "Sotto échange des cryptos pour celles et ceux qui ne veulent pas de compte. Il demande peu, dit ce qu’il fait, et il est conçu pour que vous puissiez le vérifier.",
    readouts: "Chiffres de cette instance",
    feeLabel: "Frais de service",
    feeNote: "du montant envoyé",
    currenciesLabel: "Devises",
    currenciesNote: "disponibles en ce moment",
    windowLabel: "Délai de paiement",
    windowNote: "à taux variable",
    daysLabel: "Ordres terminés supprimés après",
    daysNote: "ou aussitôt par vous-même, une fois terminés",
    days: "{days, plural, one {# jour} other {# jours}}",
    unknown: "inconnu pour le moment",
    introTitle: "Ce qu’est Sotto",
    intro1:
      "Vous payez une devise à une adresse créée pour votre ordre et en recevez une autre à une adresse qui est la vôtre. Nous nous tenons entre les deux comme votre contrepartie, avec notre propre réserve. Aucun nom n’est demandé, aucun solde n’est conservé.",
    intro2:
      "Sotto est un logiciel libre sous licence AGPL. Chacun peut l’exploiter\u202f: ce site en est une instance, et son exploitant en est responsable.",
    testNetwork: "Cette instance fonctionne sur des réseaux de test. Ses cryptos n’ont aucune valeur.",
    valuesTitle: "Ce à quoi nous tenons",
    value1Title: "La confidentialité d’abord",
    value1Text:
      "Ni compte, ni adresse e-mail. Votre adresse IP n’est jamais enregistrée. Un ordre est supprimé une fois qu’il a rempli son rôle.",
    value2Title: "Sûr et fiable",
    value2Text:
      "Un paiement n’est pris en compte qu’après ses confirmations. Les fonds inattendus sont comptabilisés, jamais ignorés. Quand quelque chose n’est pas clair, les versements attendent plutôt que de supposer.",
    value3Title: "Comment les fonds sont détenus",
    value3Text:
      "Entre votre paiement et votre versement, vos fonds sont chez nous. C’est de la conservation de fonds, si brève soit-elle, et nous ne l’appelons pas autrement.",
    value4Title: "Transparent",
    value4Text:
      "Chaque coût est affiché avant que vous ne commenciez, et le compte est juste. Chaque chiffre de ces pages vient du service en marche, et chaque échéance dit ce qui la suit.",
    craftTitle: "Comment il est construit",
    craftLead: "Six propriétés qui comptent quand de l’argent est en route.",
    craft1Title: "Un registre en partie double",
    craft1Text:
      "Chaque mouvement a deux côtés dont la somme est nulle, dans chaque devise. Le compte d’un ordre ne peut passer sous zéro\u202f: rien ne peut donc être versé deux fois.",
    craft2Title: "Consigné avant d’être envoyé",
    craft2Text:
      "Un versement signé est enregistré avant que le réseau ne le voie. Si une réponse se perd, la même transaction est recherchée et renvoyée.",
    craft3Title: "Des règles vérifiées en marche",
    craft3Text:
      "Ce qui doit toujours être vrai est écrit sous forme de requêtes sur la base de données en service. Registre et blockchain sont comparés en continu\u202f; s’il manque des fonds, les versements de cette devise s’arrêtent d’eux-mêmes.",
    craft4Title: "Éprouvé contre la malchance",
    craft4Text:
      "Le même code est soumis à des pannes simulées, des réponses perdues, des chaînes réorganisées et des paiements inhabituels, tandis qu’un contrôle indépendant recalcule ce que chaque client aurait dû recevoir.",
    craft5Title: "Fonctionne sans JavaScript",
    craft5Text:
      "Tout le parcours, de la cotation au remboursement, tient en pages et formulaires simples. Les scripts ne font que le rendre plus confortable.",
    craft6Title: "Ouvert à l’examen",
    craft6Text:
      "Le code source est libre, et une seule interface publiée sert ce site, la ligne de commande et les autres programmes.",
    lookTitle: "Voyez par vous-même",
    lookText: "Ce que ce service répond à quiconque le demande\u202f:",
    lookFees: "Barème des frais",
    lookReserves: "Réserves",
    lookCurrencies: "Devises et limites",
    lookHealth: "État des réseaux",
    operatorTitle: "Qui exploite cette instance",
    operatorIntro: "L’exploitant dit de lui-même\u202f:",
    operatorNone:
      "Cette instance n’indique pas d’exploitant. Demandez-vous si vous souhaitez lui confier des fonds, même pour peu de temps.",
    start: "Démarrer un échange",
    questions: "Questions et réponses",
  },
});
