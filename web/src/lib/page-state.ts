import type { PageName } from "./catalogues";
import type { Language } from "./languages";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];
export type NetworkMode = "simnet" | "regtest" | "testnet" | "mainnet";

export type OperatorSetting = "supportEmail" | "supportHandle" | "operatorStatement" | "botHandle";

/** What the operator configured for the pages; null where unset, and then nothing is invented. */
export interface SiteSettings {
  supportEmail: string | null;
  supportHandle: string | null;
  /** Who runs this instance, and under which law. */
  operatorStatement: string | null;
  /** Without the @. */
  botHandle: string | null;
  /** Which of these are examples, because the operator has not set them: on simnet only. */
  examples: readonly OperatorSetting[];
  /** Where the browser reports which kind of page is opened; null where it reports nothing. */
  analyticsUrl: string | null;
  /** Days from an order's end to its deletion. */
  retentionDays: number;
  /** The same for a mixed order, in hours. */
  mixRetentionHours: number;
  paymentWindowSeconds: number;
}

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
  site: SiteSettings;
  /** The page catalogues that were loaded besides the shared one. */
  catalogues: PageName[];
  theme: Theme;
  /** Whether this browser sent no chosen language: it may be offered another. */
  isFirstVisit: boolean;
  /** Origin for canonical links; empty when the operator configured none. */
  publicUrl: string;
  /** Origin that this page was asked at, as the server saw it. */
  origin: string;
  /** Server's clock at rendering, in ms since the epoch. */
  renderedAtMs: number;
  idempotencyKey: string;
  submitted: SubmittedForm | null;
}
