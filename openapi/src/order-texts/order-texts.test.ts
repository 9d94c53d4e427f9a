import { expect, test } from "vitest";
import { orderTexts as en } from "./en";
import { orderTexts as es } from "./es";
import { orderTexts as fr } from "./fr";
import { orderTexts as ja } from "./ja";
import type { OrderTexts } from "./order-texts";
import { orderTexts as zhCn } from "./zh-cn";
import { orderTexts as zhTw } from "./zh-tw";

const catalogues: Readonly<Record<string, OrderTexts>> = { en, es, fr, ja, "zh-cn": zhCn, "zh-tw": zhTw };

test.each(Object.entries(catalogues))("each text of %s is there, without arguments or markup", (_, texts) => {
  for (const [group, names] of Object.entries(texts)) {
    for (const [name, text] of Object.entries(names)) {
      expect(text.trim(), `${group}.${name}`).not.toBe("");
      expect(text, `${group}.${name}`).not.toMatch(/[{}<>&#]/);
    }
  }
});
