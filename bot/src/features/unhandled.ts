import { Composer, type Context } from "grammy";
import { textsFor } from "../messages/texts";
import { languageOf } from "./context";

/** Last: whatever no feature took, in private chats alone. */
export function unhandledFeature(): Composer<Context> {
  const feature = new Composer();
  feature
    .chatType("private")
    .on("message", (context) => context.reply(textsFor(languageOf(context)).texts.unknown));
  return feature;
}
