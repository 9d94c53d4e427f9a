import { translationOf } from "../catalogue";
import type { messages as english } from "./en";

export const messages = translationOf<typeof english>()({
  refresh: {
    note: "このページは{seconds, number}秒ごとに自動で更新されます。",
    pause: "自動更新を停止",
    resume: "自動更新を再開",
  },
});
