import { isProblem } from "@sotto/openapi";
import { Composer, type Context } from "grammy";
import { textsFor } from "../messages/texts";
import { type BotParts, languageOf } from "./context";

/** /track CODE: what anybody may know of an order by its code. */
export function trackFeature(parts: BotParts): Composer<Context> {
  const feature = new Composer();
  feature.command("track", async (context) => {
    await context.reply(await answer(parts, context.match, languageOf(context)));
  });
  return feature;
}

async function answer(parts: BotParts, text: string, language: string | undefined): Promise<string> {
  const { texts, tag } = textsFor(language);
  const code = text.replace(/[\s-]/g, "");
  if (!/^\d{9}$/.test(code)) return texts.trackUsage;
  try {
    const { data, error } = await parts.client.GET("/api/track/{code}", {
      params: { path: { code } },
      headers: { "accept-language": tag },
    });
    if (data !== undefined) return texts.track(data);
    return isProblem(error) && error.status < 500 ? error.message : texts.unavailable;
  } catch {
    // No answer: the network's own error may name addresses.
    parts.log("track: the API does not answer");
    return texts.unavailable;
  }
}
