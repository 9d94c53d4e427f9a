import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  refresh: {
    note: "本页每 {seconds, number} 秒自动刷新一次。",
    pause: "停止自动刷新",
    resume: "恢复自动刷新",
  },
});
