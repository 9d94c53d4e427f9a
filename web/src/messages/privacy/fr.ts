import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  privacy: {
    metaTitle: "Politique de confidentialité · Sotto",
    metaDescription:
      "Ce qu’un ordre enregistre et pour combien de temps, ce qui ne l’est jamais, ce que garde votre navigateur et ce que d’autres voient.",
    metaKeywords:
      "politique de confidentialité, sans journaux, adresse IP, suppression des ordres, cookies, échange crypto confidentiel",
    title: "Politique de confidentialité",
    lead: "Ce que ce service enregistre, pourquoi et jusqu’à quand. Cette page décrit ce que fait le programme, et non les intentions de quiconque.",
    contents: "Sommaire",
    changed: "Dernière modification\u202f: {date}",
    readouts: "En bref",
    accountLabel: "Compte",
    accountValue: "Aucun",
    accountNote: "ni nom, ni adresse e-mail",
    addressLabel: "Votre adresse IP",
    addressValue: "Jamais enregistrée",
    addressNote: "comptée en mémoire seulement",
    deletionLabel: "Ordres terminés supprimés après",
    deletionValue: "{days, plural, one {# jour} other {# jours}}",
    deletionNote: "ou aussitôt par vous-même, une fois terminés",
    thirdLabel: "Tiers sur les pages",
    thirdValue: "Aucun",
    thirdNote: "ni mesure d’audience, ni publicité",
    thirdValueAnalytics: "La mesure d’audience de l’exploitant",
    thirdNoteAnalytics: "seulement le type de page ouverte",
    responsible: {
      title: "Qui est responsable",
      p1: "Le responsable est l’exploitant de cette instance, qui déclare\u202f:",
      p1None:
        "Le responsable est l’exploitant de cette instance, qui n’a pas indiqué de nom. Ce qui suit est ce que fait le programme, quel que soit son exploitant.",
      p2: "Sotto est un logiciel libre. Un exploitant peut le modifier, et vous ne pouvez pas voir d’ici si celui-ci l’a fait.",
    },
    order: {
      title: "Ce qu’un ordre enregistre",
      p1: "Un ordre contient ce qu’il faut pour l’exécuter\u202f:",
      item1: "les deux devises, les montants, le taux et les frais\u202f;",
      item2:
        "son adresse de dépôt, votre adresse de réception et, si vous les avez indiqués, votre adresse de remboursement et votre mémo\u202f;",
      item3:
        "ses transactions\u202f: celles de votre paiement, avec les adresses d’où il vient, et celles de notre versement\u202f;",
      item4:
        "ce qui lui est arrivé et quand, vos consignes et vos décisions, son code de suivi et son identifiant secret.",
      p2: "Les adresses d’où vient votre paiement sont recherchées dans les listes servant à nos contrôles. Aucun remboursement ne leur est jamais envoyé.",
    },
    never: {
      title: "Ce qui n’est pas enregistré",
      item1: "Votre nom, votre adresse e-mail ou votre numéro de téléphone\u202f: personne ne les demande.",
      item2: "Votre adresse IP et le nom de votre navigateur, ni dans la base de données ni dans un journal.",
      item3:
        "Les pages que vous ouvrez\u202f: il n’y a aucune mesure d’audience, et les pages ne chargent rien d’autres sites.",
      item4: "Les adresses que vous ne faites que vérifier, quant à leur validité ou au regard des listes.",
      item3Analytics:
        "Votre ordre, vos codes ou vos recherches dans la mesure d’audience\u202f: à l’ouverture d’une page, votre navigateur envoie à {host} le type de page, par exemple «\u202fpage de paiement\u202f», et rien d’autre. {host} peut voir votre adresse IP, votre navigateur et le service que vous visitez, comme tout serveur. Un navigateur qui demande à ne pas être suivi n’envoie rien.",
      p1: "Les journaux du programme signalent les défaillances, sans adresses, secrets ni contenu de requêtes. Si l’exploitant place un proxy devant lui, ce proxy peut tenir ses propres journaux.",
    },
    requests: {
      title: "Comptage des requêtes",
      p1: "Pour que personne ne puisse saturer le service ni deviner des codes de suivi, les requêtes sont comptées par visiteur. Votre adresse IP est pour cela transformée en un nombre au moyen d’une clé secrète. La clé et les compteurs n’existent qu’en mémoire\u202f; la clé est jetée au bout de {countingKey}, et avec elle la possibilité de remonter à l’adresse.",
      p2: "Pour qu’une requête répétée ne déplace pas l’argent deux fois, la réponse est conservée pendant {repeated}, sous une empreinte de la requête.",
      p3: "Un taux fixe proposé et non utilisé est supprimé {unusedQuote} après sa fin. Il contient des devises et des montants, et rien sur vous.",
    },
    browser: {
      title: "Ce que garde votre navigateur",
      p1: "Deux cookies, posés seulement quand vous choisissez quelque chose\u202f: votre langue et l’apparence, claire ou sombre. Aucun ne dit qui vous êtes, et aucun cookie ne vous connecte.",
      p2: "Dans le stockage propre au navigateur\u202f: votre langue, et une liste des ordres que vous avez ouverts, pour que vous les retrouviez. La liste ne quitte jamais le navigateur. Vous pouvez la supprimer sur la page de suivi. Le navigateur d’un administrateur y garde aussi la connexion à la console, jusqu’à la déconnexion ou l’expiration de celle-ci.",
      p3: "Jusqu’à la fermeture d’un onglet, il garde aussi l’heure de la dernière confirmation vue par sa page de paiement, pour le compte à rebours. Et le navigateur garde une copie de la page qui vous dit que vous êtes hors ligne, et d’aucune autre.",
      link: "Ordres dans ce navigateur",
    },
    deletion: {
      title: "Durée de conservation et suppression",
      p1: "Un ordre est supprimé {days, plural, one {# jour} other {# jours}} après sa fin, un ordre mélangé au plus tard {mixed} après. Dès qu’il est terminé, vous pouvez aussi le supprimer aussitôt, sur sa page\u202f: vous recevez alors une attestation signée de la suppression. Si un paiement ultérieur à son adresse a ouvert un autre ordre, les deux ne sont supprimés qu’une fois celui-ci terminé lui aussi.",
      p2: "Avec l’ordre sont supprimés ses adresses, son historique et les données de ses transactions. Ce qui reste\u202f: des totaux courants en comptabilité, tous ordres supprimés confondus\u202f; sur certains réseaux, le montant de notre propre transaction, sans ordre, adresse ni heure\u202f; des nombres d’ordres pour les statistiques publiées\u202f; et des empreintes, calculées avec une clé secrète, des adresses de dépôt, des paiements crédités et de nos transactions, pour que rien ne soit compté deux fois. Une telle empreinte ne prouve quelque chose qu’à qui détient cette clé et connaît l’adresse ou la transaction\u202f: qu’elle a été comptée ici une fois.",
      p3: "Un ordre qui n’est pas terminé est conservé, parce que quelque chose qui vous appartient est encore détenu\u202f: par exemple tant qu’il attend votre décision ou qu’il est retenu pour examen.",
      p4: "Cela n’atteint ni les sauvegardes de l’exploitant, ni les copies de la base sur d’autres serveurs, ni les instantanés du disque, ni la mémoire déplacée vers le disque, ni les parties du disque libérées et pas encore écrasées. Un ordre peut y subsister plus longtemps\u202f; ce programme ne peut savoir combien de temps.",
      disk: "L’ordre disparaît en une fois de toutes les tables de la base de données. Les fichiers de celle-ci gardent plus longtemps les valeurs supprimées\u202f: en une demi-journée environ, les tables, leurs index et les statistiques de la base sont réécrits sans elles, puis le journal interne de la base est supprimé. Si le serveur de base de données est réglé comme le programme le demande, l’ordre ne peut plus être lu dans ces fichiers un jour plus tard. Le programme le vérifie et prévient l’exploitant quand cela dure plus longtemps. Sur un serveur de base de données plus ancien, les statistiques d’une table devenue vide gardent des valeurs isolées (un identifiant, une adresse, un montant) jusqu’à ce qu’elle contienne de nouveau une ligne.",
      kept: "Nos fonds qui ne sont pas encore dépensés restent inscrits avec leur transaction et leur adresse, tels que la blockchain les montre, sans ordre ni heure\u202f; il en va de même d’une adresse où il reste trop peu pour être déplacé. Sur Monero et Solana, l’adresse de dépôt reste dans la liste de toutes les adresses que nous avons créées. Si une personne a statué sur un ordre, le journal des administrateurs conserve son code de suivi et la décision.",
    },
    others: {
      title: "Ce que d’autres peuvent voir",
      p1: "Quiconque a le lien d’une page de paiement voit l’ordre entier. Gardez-le pour vous.",
      p2: "Quiconque connaît ou devine un code de suivi voit l’état, des heures et des montants arrondis, et les derniers caractères de l’adresse de réception. D’un ordre mélangé, il ne voit que l’état.",
      p3: "Les blockchains sont publiques et permanentes. Un observateur des deux chaînes peut comparer montants et heures, et découvrir qu’un paiement et un versement vont ensemble. Supprimer l’ordre ici n’y change rien.",
      p4: "L’exploitant voit les ordres jusqu’à leur suppression, tout comme quiconque prend le contrôle du serveur ou le saisit.",
      p5: "Votre fournisseur d’accès voit que vous visitez ce site. Les pages fonctionnent dans le navigateur Tor à son niveau de sécurité le plus élevé.",
    },
    mixing: {
      title: "Mélange",
      p1: "Là où le mélange est proposé, il complique pour les observateurs le rapprochement entre paiement et versement. Il ne cache rien à l’exploitant tant que l’ordre n’est pas supprimé, et ce qu’il cache aux autres dépend du nombre de personnes qui mélangent en même temps. La page du mixeur dit ce qu’un observateur pourrait déduire.",
      p2: "Une session de mélange est un nombre aléatoire doté d’une fin. Elle est conservée sous forme d’empreinte jusque-là et n’appartient à personne.",
      p3: "Un ordre mélangé enregistre aussi ses réglages, toutes ses adresses de réception et, scellé, son plan. Au plus tard {mixed} après sa fin, ou aussitôt si vous le supprimez, tout cela est supprimé avec l’ordre. Ensuite, rien dans la base de données ne relie paiement et versement. Les plans d’une même journée sont scellés par une seule clé, qui n’est dans aucune base de données. Elle est détruite dès qu’aucun mélange de cette journée n’en a plus besoin, au plus tard {mixKey} après la fin de cette journée (UTC)\u202f: dès lors, ce qui peut rester d’un plan sur un disque est illisible. Rien de tout cela ne change ce qu’un observateur peut voir sur les chaînes, ni ce que contient une sauvegarde.",
    },
    screening: {
      title: "Contrôle des adresses",
      p1: "Les adresses de réception, les adresses de remboursement et les adresses d’où vient un paiement sont comparées aux listes d’adresses sous sanctions tenues par l’exploitant. Cela se fait sur ce serveur\u202f: aucune adresse n’est pour cela envoyée à qui que ce soit.",
      p2: "Quand un paiement vient d’une adresse listée, une personne examine l’ordre et en voit les données.",
    },
    disclosure: {
      title: "Transmission de données",
      p1: "Dans le cadre du service, aucune donnée n’est transmise à personne, sauf aux réseaux\u202f: votre versement est une transaction publique.",
      p2: "Un exploitant peut être tenu par la loi de remettre ce qui est enregistré. Ce qui n’a jamais été enregistré, ou qui est déjà supprimé, ne peut être remis.",
      p3: "Les messages de notre bot Telegram passent par Telegram, et les e-mails par des fournisseurs de messagerie. Leurs propres règles s’y appliquent.",
    },
    rights: {
      title: "Vos droits",
      p1: "Vous pouvez voir tout ce qui est enregistré d’un ordre sur sa page, avec le lien qui est le vôtre, et l’y supprimer une fois terminé. Nous ne pouvons pas retrouver un ordre par un nom, puisqu’il n’y en a pas.",
      p2: "Pour toute autre demande, écrivez à l’exploitant.",
      link: "Contact",
      p2None: "Cette instance n’a configuré aucun contact pour toute autre demande.",
    },
    changes: {
      title: "Modifications",
      p1: "Quand le programme change ce qu’il enregistre, cette page change avec lui et porte une nouvelle date.",
    },
  },
});
