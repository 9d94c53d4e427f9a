import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  exchangePage: {
    text: "Saisissez l’un des deux montants et l’adresse de réception. Chaque coût figure à côté du formulaire avant que vous ne payiez.",
    goodToKnow: "Avant de commencer",
    rateTitle: "Variable ou fixe",
    rateText:
      "Un taux variable est déterminé quand votre dépôt est crédité et suit le marché jusque-là. Un taux fixe vaut quelques minutes, coûte un peu plus et exige exactement le montant affiché.",
    limitsTitle: "Montants et limites",
    limitsText:
      "Saisissez ce que vous envoyez, ou ce qui doit arriver. Le minimum et le maximum du moment figurent sous le montant\u202f; ils dépendent de la devise et de ce que nous détenons de l’autre.",
    differsTitle: "En cas d’écart",
    differsText:
      "Un dépôt d’un autre montant est recalculé ou demande votre décision. Avec une adresse de remboursement, un paiement trop tardif est renvoyé automatiquement.",
  },
});
