import type { Language } from "./languages";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];
export type NetworkMode = "simnet" | "regtest" | "testnet" | "mainnet";

/** A posted form that has to be shown again: what was entered, and what is wrong, by field. */
export interface SubmittedForm {
  /** Which form: the exchange form or one of the payment page's. */
  form: string;
  values: Record<string, string>;
  /** Message by field name; the key `form` concerns the whole form. */
  errors: Record<string, string>;
  /** A fixed-rate quote that was just locked for these values. */
  notice?: string;
}

/** What one request knows and the browser needs to render the same page again. */
export interface PageState {
  language: Language;
  network: NetworkMode;
  theme: Theme;
  /** Origin for canonical links; empty when the operator configured none. */
  publicUrl: string;
  /** Server's clock at rendering, in ms since the epoch. */
  renderedAtMs: number;
  idempotencyKey: string;
  submitted: SubmittedForm | null;
}
