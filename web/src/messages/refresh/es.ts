import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  refresh: {
    note: "Esta página se actualiza sola cada {seconds, number} segundos.",
    pause: "Detener la actualización automática",
    resume: "Reanudar la actualización automática",
  },
});
