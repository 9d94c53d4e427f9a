import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  tail: {
    label: "Quatre derniers caractères de votre adresse de réception",
    why: "Quelqu’un essaie en ce moment des codes de suivi au hasard. Pour que cela ne vous bloque pas, nous demandons aussi la fin de votre adresse de réception, qu’un inconnu ne peut pas deviner.",
    hint: "Par exemple …WYdH. Pour un mélange, n’importe laquelle de ses adresses.",
    empty: "Saisissez les quatre derniers caractères de votre adresse de réception",
    format: "Saisissez exactement quatre lettres ou chiffres",
    notFound: "Aucun ordre ne correspond à ce code et à cette fin d’adresse. Vérifiez les deux.",
  },
});
