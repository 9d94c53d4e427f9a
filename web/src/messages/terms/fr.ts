import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  terms: {
    metaTitle: "Conditions d’utilisation · Sotto",
    metaDescription:
      "Frais, taux, limites, échéances et remboursements d’un échange, avec les chiffres de cette instance, en termes simples.",
    metaKeywords:
      "conditions d’utilisation, frais d’échange crypto, taux variable, taux fixe, remboursement, contrôle des sanctions",
    title: "Conditions d’utilisation",
    lead: "Ce sur quoi vous pouvez compter, et ce qu’il vous est demandé d’accepter, quand vous démarrez un échange. Le programme observe ces règles de lui-même.",
    contents: "Sommaire",
    changed: "Dernière modification\u202f: {date}",
    readouts: "En bref",
    feeLabel: "Frais de service",
    feeNote: "du montant envoyé",
    feeUnknown: "inconnu pour le moment",
    windowLabel: "Délai de paiement",
    windowNote: "à taux variable",
    decisionLabel: "Délai de décision",
    decisionNote: "en cas d’écart",
    refundLabel: "Remboursements",
    refundValue: "À l’adresse indiquée",
    refundNote: "jamais retournés à un expéditeur",
    feesUnavailable:
      "Le barème des frais ne peut pas être lu pour le moment. Le formulaire d’échange affiche tous les frais avant que vous ne commenciez.",
    service: {
      title: "Le service et son exploitant",
      p1: "Ce site échange une cryptomonnaie contre une autre. Chaque échange est un accord entre vous et l’exploitant de cette instance, qui déclare\u202f:",
      p1None:
        "Ce site échange une cryptomonnaie contre une autre. Chaque échange est un accord entre vous et l’exploitant de cette instance. L’exploitant n’a pas indiqué de nom.",
      p2: "Les fonds que vous recevez viennent de la réserve de l’exploitant. Entre votre paiement et votre versement, vos fonds sont détenus par l’exploitant. Aucun solde n’est tenu pour vous au-delà d’un ordre.",
      simulation:
        "Cette instance ne fonctionne pas sur des réseaux réels. Ses cryptos n’ont aucune valeur, et rien ici n’oblige quiconque à en verser.",
    },
    use: {
      title: "Qui peut l’utiliser",
      p1: "Vous n’avez pas besoin de compte. Vous confirmez que l’échange et, si vous le choisissez, le mélange de cryptomonnaies sont légaux pour vous là où vous êtes, que vous êtes en droit d’envoyer ces fonds et qu’aucune sanction n’interdit de traiter avec vous.",
      p2: "Vous n’êtes pas autorisé à utiliser le service pour déplacer ou dissimuler le produit d’activités criminelles, pour financer de telles activités ou pour perturber le service lui-même.",
    },
    fees: {
      title: "Frais",
      p1: "Un échange coûte les frais de service, qui dépendent du formulaire et du taux que vous choisissez, et les frais de réseau. Les uns et les autres sont affichés poste par poste avant que vous ne commenciez, et il n’y a pas d’autres frais\u202f:",
      service: "Frais de service",
      serviceValue: "{fee} du montant envoyé",
      fixed: "Taux fixe",
      fixedValue: "{surcharge} du montant envoyé en plus",
      homeMixer: "Formulaire du mixeur de la page d’accueil",
      homeMixerValue: "{homeMixer} au lieu des frais de service",
      mixer: "Page du mixeur",
      mixerValue: "selon les réglages, de {mixerMin} à {mixerMax}, détaillés avant que vous ne commenciez",
      network: "Frais de réseau",
      networkValue: "au prix coûtant, y compris la collecte de votre paiement là où le réseau l’exige",
      p2: "Les frais sont arrondis vers le haut et les versements vers le bas, à la dernière décimale de la devise. Le pourcentage convenu pour un ordre ne change plus jamais ensuite.",
    },
    rates: {
      title: "Taux",
      p1: "Variable\u202f: le taux est déterminé quand votre paiement a ses confirmations et a passé le contrôle. Il peut être meilleur ou moins bon que celui affiché au départ.",
      p2: "Fixe\u202f: le taux affiché vaut si votre paiement est dans un bloc avant l’heure affichée et ne s’écarte pas de plus de {tolerance} du montant convenu. Un paiement remplacé par une autre transaction perd le taux fixe. Si, d’ici là, le marché a bougé de plus de {move} à notre désavantage, la question vous est posée.",
      p3: "Sans taux actuel du marché, une paire est mise en pause. Il n’y a pas de taux de substitution.",
    },
    limits: {
      title: "Limites",
      p1: "Chaque devise a un montant minimum et un montant maximum. Le maximum dépend de ce que notre réserve de la devise à recevoir peut payer. Le formulaire d’échange affiche les deux pour votre paire.",
      link: "Limites de toutes les devises",
      p2: "Les requêtes sont elles aussi limitées, pour que le service reste accessible à tous.",
    },
    paying: {
      title: "Paiement",
      p1: "Payez à l’adresse de votre ordre, dans la devise et sur le réseau indiqués. À taux variable, vous avez {window}. Votre portefeuille paie en plus les frais propres au réseau.",
      p2: "Un paiement est pris en compte quand il a le nombre de confirmations qu’indique la page de paiement. Avant cela, rien n’est versé.",
      p3: "Plusieurs paiements sont additionnés jusqu’à ce que le versement soit planifié. Un ordre payé en entier n’attend que ce qui est déjà dans un bloc. Ce qui vient plus tard reçoit son propre ordre, lié depuis le premier\u202f; ce qui est trop faible pour être échangé ou renvoyé ne compte pour aucun ordre.",
      p4: "Les fonds envoyés sur un réseau que nous ne surveillons pas à cette adresse sont perdus. Une autre devise prise en charge que nous y trouvons ne peut être que remboursée.",
    },
    differs: {
      title: "En cas d’écart",
      p1: "Un ordre à taux variable est recalculé sur ce qui est arrivé, dans les limites. Dans les cas suivants, la question vous est posée, avec les montants exacts pour chaque choix\u202f:",
      amount: "Moins ou plus que convenu",
      amountText: "À taux fixe, au-delà de {tolerance}. Échange ou remboursement.",
      limit: "Hors limites",
      limitText:
        "Échange au taux du marché, si le montant couvre les frais et que notre réserve peut le payer\u202f; ou remboursement, s’il couvre les frais de réseau.",
      late: "Trop tard",
      lateText:
        "Détecté au plus tard {late} après la fin du délai de paiement, il est remboursé automatiquement si une adresse de remboursement est connue. Sinon, échange ou remboursement.",
      repeat: "Payé une seconde fois",
      repeatText: "Après la planification du versement. Échange ou remboursement.",
      asset: "Autre devise",
      assetText: "Remboursement.",
      market: "Marché ou réserve",
      marketText:
        "Le marché a trop bougé pour un taux fixe, ou la réserve est insuffisante. Échange ou remboursement.",
      p2: "Les montants sont valables {offer}, puis sont recalculés. Vous avez {decision} pour décider. Sans décision dans ce délai, les fonds sont remboursés si une adresse de remboursement est connue. Sinon, ils vous attendent. À partir de {unclaimed, plural, one {# jour} other {# jours}} après la fin du délai, l’ordre est considéré comme non réclamé\u202f; quiconque détient son lien peut encore le réclamer.",
      p3: "Avec une consigne donnée au départ (échange ou remboursement s’il arrive moins, plus ou trop tard), la question ne vous est pas posée là où elle peut être suivie.",
    },
    refunds: {
      title: "Remboursements",
      p1: "Un remboursement va à l’adresse de remboursement que vous indiquez, au départ ou plus tard. Il n’est jamais envoyé à l’adresse d’où vient un paiement, car c’est souvent celle d’une plateforme ou d’un contrat, où il serait perdu.",
      p2: "Une adresse de remboursement est contrôlée et ne peut être fixée qu’une fois. Personne ne peut la modifier ensuite, même en apprenant le lien de votre ordre.",
      p3: "Est remboursé ce qui est arrivé, moins les frais de réseau. Aucuns frais de service ne sont prélevés. Si les frais de réseau devaient absorber le montant, aucun remboursement n’est possible tant qu’ils n’ont pas baissé.",
    },
    screening: {
      title: "Contrôles et retenues",
      p1: "Les adresses de réception et de remboursement, ainsi que les adresses d’où vient un paiement là où la chaîne les montre, sont comparées aux listes de sanctions que tient l’exploitant. Une adresse de réception ou de remboursement listée est refusée. Vous pouvez vérifier une adresse au préalable.",
      p2: "Si un paiement vient d’une adresse listée, son ordre est retenu. Il en va de même pour l’ETH, le BNB ou le POL qu’un contrat a envoyé, car la blockchain ne montre pas d’où viennent ces fonds. Rien n’est versé et rien n’est remboursé tant qu’une personne n’a pas décidé\u202f; les fonds ne sont retenus plus longtemps que là où la loi l’exige. La page de paiement indique que l’ordre est retenu.",
      p3: "Un ordre est également retenu quand un versement a échoué deux fois, jusqu’à ce qu’une personne l’ait examiné.",
    },
    mixing: {
      title: "Le mélange et ses limites",
      p1: "Là où le mélange est proposé, votre versement est effectué en plusieurs parts, plus tard et par d’autres transactions, selon vos réglages. Les tours que le pool ne peut pas effectuer à temps sont omis\u202f: la page de l’ordre l’indique, et les frais restent les mêmes. Le score affiché à côté des réglages note les réglages, et rien d’autre.",
      p2: "Le mélange ne garantit pas l’anonymat. Peu d’autres ordres, un montant inhabituel ou une adresse de réception déjà utilisée peuvent relier paiement et versement. La page du mixeur dit ce qu’un observateur pourrait déduire.",
      p3: "Contrôles et retenues s’appliquent aussi aux ordres mélangés. Le mélange peut être interdit là où vous êtes.",
    },
    link: {
      title: "Le lien de votre ordre",
      p1: "Le lien de la page de paiement est la seule clé de votre ordre. Quiconque l’a voit l’ordre et peut décider à votre place, mais ne peut pas détourner le versement. Si vous n’avez pas indiqué d’adresse de remboursement, cette personne pourrait en fixer une\u202f: indiquez-la donc au départ. Nous ne pouvons pas rétablir un lien perdu.",
      p2: "Le code de suivi ne montre que l’état, et les montants de façon approximative.",
    },
    duration: {
      title: "Durées et interruptions",
      p1: "Les durées sont des estimations. Les réseaux peuvent être lents, et les paiements ont besoin de leurs confirmations.",
      p2: "Les versements attendent tant qu’un réseau est à l’arrêt après une réorganisation profonde, ou tant qu’une blockchain contient moins de fonds que notre comptabilité n’en indique. Les ordres en attente sont exécutés une fois la situation éclaircie.",
    },
    warranty: {
      title: "Absence de garantie, et ce qui est irréversible",
      p1: "Un versement à l’adresse que vous avez indiquée est définitif. Une mauvaise adresse, un mauvais réseau ou un mémo manquant ne peuvent être corrigés ensuite.",
      p2: "Le programme est fourni sans aucune garantie, comme le dit sa licence, l’AGPL. L’exploitant promet ce que disent ces conditions et rien de plus\u202f: en particulier, ni profit, ni disponibilité à tout moment, ni durée précise.",
      p3: "Ce que la loi ne permet pas d’exclure, ces conditions ne l’excluent pas.",
    },
    data: {
      title: "Vos données",
      p1: "Un ordre est supprimé {days, plural, one {# jour} other {# jours}} après sa fin, un ordre mélangé au plus tard {mixed} après\u202f; une fois terminé, vous pouvez le supprimer plus tôt. Ce qui est enregistré jusque-là figure dans la politique de confidentialité.",
      link: "Politique de confidentialité",
    },
    changes: {
      title: "Modifications et contact",
      p1: "Pour un ordre, les conditions, frais et limites en vigueur au moment de sa création valent jusqu’à sa fin. Une modification de cette page concerne les ordres ultérieurs.",
      p2: "Si le texte anglais et une traduction diffèrent, le texte anglais fait foi.",
      link: "Contact",
    },
  },
});
