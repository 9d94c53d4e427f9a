/** What `scripts/distil-contract.mjs` takes out of the contract; identifiers and prose are the contract's own. */
export interface ApiDocs {
  version: string;
  /** Where the API is mounted below the origin; the operations' paths follow it. */
  prefix: string;
  groups: readonly OperationGroup[];
  v1: ThirdPartyBase;
  /** How many operations only the raw contract lists: the administrators' and the simulated networks'. */
  leftOut: number;
  /** The key schemes that an operation here asks for. */
  keys: readonly KeyScheme[];
  objects: readonly AnsweredObject[];
  problems: readonly ProblemCode[];
  /** Index of one whole refusal. */
  problemExample: number;
  /** Each example once, by index; text where it is not JSON. */
  examples: readonly unknown[];
  /** A placeholder for the base URL in the samples. */
  baseMark: string;
  samples: readonly Sample[];
  /** A placeholder for the origin in the commands. */
  originMark: string;
  /** Commands for a shell that swap on the simulated networks, in their order. */
  tryIt: readonly { id: TryItStep; code: string }[];
  /** The limits of the operations on this page. */
  limits: readonly LimitRow[];
}

export type TryItStep = "key" | "create" | "repeat" | "pay" | "follow" | "read";

export interface LimitRow {
  /** The most of them. */
  max: number;
  /** Null: at a time. */
  windowSeconds: number | null;
  countedBy: "client" | "key" | "path" | "order" | "everyone" | "code" | "tail";
  counts: "requests" | "successes" | "misses" | "unpaid" | "streams";
  /** Those that count together. */
  operationIds: readonly string[];
}

/** The base for holders of a key; its answers lie in an envelope. */
export interface ThirdPartyBase extends OperationGroup {
  /** Below the origin. */
  prefix: string;
  /** Of its refusals. */
  statuses: readonly number[];
  /** Index of one whole refusal. */
  failureExample: number;
}

export interface OperationGroup {
  name: string;
  title: string;
  operations: readonly Operation[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Names of the key schemes of which one is needed. */
  keys: readonly string[];
  parameters: readonly Parameter[];
  body: { type: string; required: boolean; fields: readonly Field[]; example: number } | null;
  answer: Answer;
  refusals: readonly { status: number; codes: readonly string[] }[];
}

export interface Field {
  name: string;
  /** Absent where it is not, and in what is answered. */
  required?: boolean;
  type: string;
  description: string;
}

export interface Parameter extends Field {
  place: "path" | "query" | "header" | "cookie";
  example?: unknown;
}

export interface Answer {
  status: number;
  description: string;
  /** Media type; null where nothing is answered. */
  type: string | null;
  /** The object that it is, or is a list of. */
  object: string | null;
  isList: boolean;
  example: number | null;
}

export interface KeyScheme {
  id: string;
  /** Of the header, query parameter or cookie. */
  name: string;
  place: "header" | "query" | "cookie";
  description: string;
}

export interface AnsweredObject {
  name: string;
  fields: readonly Field[];
}

export interface ProblemCode {
  code: string;
  status: number;
  detail: string;
}

export interface Sample {
  id: string;
  name: string;
  code: string;
}
