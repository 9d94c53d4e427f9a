import { z } from "zod";
import { isTrialNetwork, type NetworkMode } from "./chains/policy";
import { ConfigError } from "./config-error";
import type { OperatorSetting, SiteSettings } from "./http/web";

/**
 * An address that may stand in a content security policy and that names one address there: with a path that does not end in
 * a slash, without user name, query or fragment.
 */
export const analyticsUrl = z
  .string()
  .trim()
  .regex(
    /^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?\/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-]$/,
    "https://host/path, without a slash at the end, a user name, a query and a fragment",
  )
  .optional();

/** Where browsers report to, or null. Throws ConfigError for an address that pages of the network could not reach. */
export function analyticsOf(network: NetworkMode, url: string | undefined): string | null {
  // A page that came by https sends nothing to http.
  if (url?.startsWith("http:") && !isTrialNetwork(network))
    throw new ConfigError("SOTTO_ANALYTICS_URL: on testnet and mainnet it has to be an https address");
  return url ?? null;
}

/** Values that belong to no one: a reserved domain (RFC 2606), and names that Telegram does not give out. */
const EXAMPLES: Readonly<Record<OperatorSetting, string>> = {
  supportEmail: "support@sotto.example",
  supportHandle: "@example__support",
  operatorStatement:
    "Example Exchange Ltd, 1 Example Street, Exampleville. Registered nowhere, because it does not exist.",
  botHandle: "example__bot",
};

type Environment = { SOTTO_NETWORK: NetworkMode } & Partial<
  Record<
    `SOTTO_${"SUPPORT_EMAIL" | "SUPPORT_HANDLE" | "OPERATOR_STATEMENT" | "BOT_HANDLE"}`,
    string | undefined
  >
>;

/** What the operator says of itself; on simnet with examples in place of what is not set, so that every page can be seen whole. */
export function operatorSettings(env: Environment): Pick<SiteSettings, OperatorSetting | "examples"> {
  const named: Record<OperatorSetting, string | undefined> = {
    supportEmail: env.SOTTO_SUPPORT_EMAIL,
    supportHandle: env.SOTTO_SUPPORT_HANDLE,
    operatorStatement: env.SOTTO_OPERATOR_STATEMENT,
    botHandle: env.SOTTO_BOT_HANDLE?.replace("@", ""),
  };
  const names = Object.keys(EXAMPLES) as OperatorSetting[];
  const examples = env.SOTTO_NETWORK === "simnet" ? names.filter((name) => named[name] === undefined) : [];
  const said = (name: OperatorSetting): string | null =>
    named[name] ?? (examples.includes(name) ? EXAMPLES[name] : null);
  return {
    supportEmail: said("supportEmail"),
    supportHandle: said("supportHandle"),
    operatorStatement: said("operatorStatement"),
    botHandle: said("botHandle"),
    examples,
  };
}
