import type { Draft } from "../session/session";

/** Buttons that carry a value, and buttons that do not. */
const KINDS_WITH_VALUE = ["type", "coin", "page", "amount", "side", "mix"] as const;
const PLAIN_KINDS = ["skip", "accept", "confirm", "mixing", "back", "cancel", "again", "refresh"] as const;

/** What a button of the exchange flow asks for. */
export type Action =
  | { kind: (typeof KINDS_WITH_VALUE)[number]; value: string }
  | { kind: (typeof PLAIN_KINDS)[number] };

/** The data of a button under the draft. It names the draft's nonce, so that older buttons are recognised as such. */
export const buttonOf = (draft: Draft, kind: Action["kind"], value = ""): string =>
  `f:${draft.nonce}:${kind}:${value}`;

/** Reads a button's data; undefined when it is not one of the flow, or belongs to another nonce. */
export function actionOf(data: string, nonce: string): Action | undefined {
  const [prefix, given, name, value = ""] = data.split(":");
  if (prefix !== "f" || given !== nonce || nonce === "") return undefined;
  const withValue = KINDS_WITH_VALUE.find((kind) => kind === name);
  if (withValue !== undefined) return { kind: withValue, value };
  const plain = PLAIN_KINDS.find((kind) => kind === name);
  return plain === undefined ? undefined : { kind: plain };
}
