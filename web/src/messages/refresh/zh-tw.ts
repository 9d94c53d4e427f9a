import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  refresh: {
    note: "本頁每 {seconds, number} 秒自動重新整理。",
    pause: "停止自動重新整理",
    resume: "恢復自動重新整理",
  },
});
