import { GrammyError, HttpError } from "grammy";
import { expect, test } from "vitest";
import { faultText } from "./fault";

test("an error is named with the line that threw it, and without its message", () => {
  const message = "bc1qsecret\n    at secret (/secret.ts:1:2)";
  expect(faultText(new TypeError(message))).toMatch(/^TypeError at fault\.test\.ts:\d+$/);
});

test("what Telegram refuses is named by the method and Telegram's code", () => {
  const answer = { ok: false, error_code: 400, description: "chat 12 not found" } as const;
  const refused = new GrammyError("Call failed", answer, "sendMessage", { chat_id: 12, text: "bc1qsecret" });
  expect(faultText(refused)).toBe("Telegram refused sendMessage (400)");
});

test("what the system refuses is named by its code", () => {
  const cause = Object.assign(new Error("https://api.telegram.org/bot123:secret"), { code: "ECONNREFUSED" });
  expect(faultText(new HttpError("Network request failed", cause))).toMatch(
    /^HttpError ECONNREFUSED at fault\.test\.ts:\d+$/,
  );
});

test("what is thrown and is no error has no words", () => {
  expect(faultText("bc1qsecret")).toBe("something thrown that is no error");
});
