import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  refresh: {
    note: "Cette page s’actualise toutes les {seconds, number} secondes.",
    pause: "Arrêter l’actualisation automatique",
    resume: "Reprendre l’actualisation automatique",
  },
});
