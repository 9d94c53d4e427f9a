import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  chart: {
    simulated: "Historique simulé\u202f: généré, non observé.",
    chartTitle: "{send} en {receive}",
    chartLabel: "Le taux sur {range}\u202f: plus bas {low}, plus haut {high} {receive}, variation {change}.",
    chartNone: "Aucun taux passé n’est connu pour cette période.",
    range: "Période",
    day: "24\u202fh",
    week: "7\u202fj",
    month: "30\u202fj",
    low: "Plus bas",
    high: "Plus haut",
  },
});
