import type { LoginRole } from "./db/login-roles";

type Environment = Readonly<Record<string, string | undefined>>;

/** What every process reads: no secret is among it. */
const COMMON =
  /^(PATH|HOME|LANG|TZ|TMPDIR|NODE_\w+|DATA_DIR|SIMNET_BLOCK_MS|SOTTO_(NETWORK|LOG_LEVEL|CONFIRMATIONS|UNPROVEN_CHAINS|LIMITS|MIXER|PUBLIC_URL|SCREENING_DIR|PAYMENT_WINDOW_S|RETENTION_DAYS|MIX_RETENTION_H|LOAN_APPROVAL_\w+|\w+_CONTRACT))$/;

/** What each process reads beside that. */
const OWN: Readonly<Record<LoginRole | "bot", RegExp>> = {
  http: /^(PORT|HOST|REDIS_URL|SOTTO_(ONION_(URL|PORT)|BEHIND_PROXY|SUPPORT_EMAIL|SUPPORT_HANDLE|OPERATOR_STATEMENT|ANALYTICS_URL|BOT_HANDLE|BOT_SECRET|TOR_SOCKS))$/,
  admin: /^SOTTO_TOR_SOCKS$/,
  worker: /^SOTTO_(TOR_SOCKS|NOTIFY_URL|RATES_SEED|\w+_RPC_URL)$/,
  bot: /^(TELEGRAM_\w+|REDIS_URL|SOTTO_(API_URL|BOT_SECRET))$/,
  signer: /^SOTTO_(SEED_(FILE|PASSPHRASE)|SIGNER_(DIR|XMR_URL|CAP_(TRANSACTION|HOUR|DAY)))$/,
};

/** The part of the supervisor's environment that a process of this role gets; `own` is what the supervisor adds. */
export function childEnvironment(
  role: LoginRole | "bot",
  environment: Environment,
  own: Environment,
): Record<string, string> {
  const passed = Object.entries(environment).filter(([name]) => COMMON.test(name) || OWN[role].test(name));
  const all: Environment = { ...Object.fromEntries(passed), ...own, SOTTO_ROLE: role };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  );
}
