import { expect, it } from "vitest";
import { failureFacts } from "./failure";

const wrapped = (code: string, message: string): Error =>
  Object.assign(new Error("Failed query: params: bc1secret"), {
    name: "DrizzleQueryError",
    cause: Object.assign(new Error(message), { name: "PostgresError", code }),
  });

it("says what the database says of itself", () => {
  const text = "could not extend file: No space left on device";
  expect(failureFacts(wrapped("53100", text))).toMatchObject({ code: "53100", said: text });
});

it("says nothing that quotes a statement's values", () => {
  const facts = failureFacts(wrapped("22P02", 'invalid input syntax for type numeric: "bc1secret"'));
  expect(facts).toMatchObject({ failure: "DrizzleQueryError", code: "22P02" });
  expect(JSON.stringify(facts)).not.toContain("secret");
});

it("says the signer's reasons, which are words of ours", () => {
  const refusal = Object.assign(new Error("no such leg"), { name: "SignerRefusal" });
  expect(failureFacts(refusal)).toMatchObject({ failure: "SignerRefusal", message: "no such leg" });
});
