import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  explorer: {
    metaTitle: "Explorateur de simnet · Sotto",
    metaDescription:
      "Blocs, transactions et adresses des réseaux simulés. Leurs cryptos n’ont aucune valeur.",
    title: "Explorateur de simnet",
    lead: "Consultez ce que montrerait une chaîne publique\u202f: blocs, transactions, adresses et montants.",
    simulation:
      "Ces réseaux sont simulés et leurs cryptos n’ont aucune valeur\u202f: payez un ordre avec le faucet depuis sa page de paiement. Ce qui est marqué comme exemple (assistance, exploitant, bot) tient lieu de ce qu’indiquerait l’exploitant d’un vrai service.",
    search: "Hash de transaction ou de bloc, ou adresse",
    searchSubmit: "Rechercher",
    home: "Toutes les chaînes",
    tip: "Dernier bloc",
    blockNumber: "Bloc {height}",
    mined: "Miné",
    unconfirmedCount: "Non confirmées",
    blocksOf: "Blocs de {network}",
    parent: "Bloc précédent",
    hash: "Hash",
    copyHash: "Copier le hash",
    copyAddress: "Copier l’adresse",
    transactions: "Transactions",
    transactionCount: "{count, plural, one {# transaction} other {# transactions}}",
    transaction: "Transaction",
    status: "Statut",
    unconfirmed: "Non confirmée",
    confirmed: "{count, plural, one {# confirmation} other {# confirmations}}",
    failed: "Échouée\u202f: aucun fonds déplacé",
    fee: "Frais de réseau",
    from: "De",
    to: "À",
    spends: "Dépense une sortie de",
    spentBy: "Dépensée par",
    hidden: "Monero ne montre ni adresses ni montants\u202f; cette page non plus.",
    address: "Adresse",
    balances: "Soldes",
    neverUsed: "Rien n’est encore arrivé à cette adresse.",
    received: "Reçu",
    sent: "Envoyé",
    none: "Aucune transaction.",
    more: "Page suivante",
    unknownTitle: "Introuvable sur simnet",
    unknownText:
      "Les réseaux simulés ne contiennent ni cette transaction, ni ce bloc, ni cette adresse. Un paiement non confirmé disparaît lorsqu’un autre le remplace, et un bloc disparaît lors d’une réorganisation.",
  },
});
