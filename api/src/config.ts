import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { type Settled, settleEnvironment, type Variables } from "../../openapi/src/environment";
import { type ChainSettings, CONTRACT_NAMES, chainSettings } from "./chain-settings";
import { nodeUrls } from "./chains/evm/node-urls";
import { type MoneroSettings, moneroNames, moneroSettings, moneroShape } from "./chains/monero/node-urls";
import { isTrialNetwork, type NetworkMode } from "./chains/policy";
import { urlList } from "./chains/url-list";
import { utxoNodeUrls } from "./chains/utxo/node-urls";
import { ConfigError } from "./config-error";
import { databaseUrl } from "./db/tls";
import type { SiteSettings } from "./http/web";
import type { ApprovalLimits } from "./loans/approval";
import { analyticsOf, analyticsUrl, operatorSettings } from "./operator-settings";
import { capSetting, capsOf, type SpendingCaps } from "./signing/caps";

export type Role = "all" | "http" | "admin" | "worker" | "signer" | "migrate";

/** The environment, parsed once; nothing else in the program reads it. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** The login of this process; the owner for `all` and `migrate`. Absent: the embedded server. */
  databaseUrl: string | undefined;
  /** The database of the simulated networks, for the roles that act on them. */
  simnetUrl: string | undefined;
  /** Where the signer and the administrators' process listen, and what their callers prove themselves by. */
  peers: Record<"admin" | "signer", { path: string; secret: string | undefined }>;
  network: NetworkMode;
  role: Role;
  publicUrl: string | undefined;
  /** The origin of the service as an onion, and the port on loopback on which Tor brings its visitors. */
  onion: { url: string | undefined; port: number | undefined };
  seedFile: string;
  seedPassphrase: string | undefined;
  simnetBlockMs: number;
  admin: { username: string | undefined; password: string | undefined };
  screeningDir: string | undefined;
  paymentWindowMs: number;
  /** Loans to an address above these values need a second person before the reserve pays them. */
  loanApproval: ApprovalLimits;
  limitsLifted: boolean;
  /** The Redis or Valkey in which public processes count limits together. */
  redisUrl: string | undefined;
  /** Where the signer keeps its log and the keys of what that says in words. */
  signerDir: string;
  /** What the signer pays to others without an approver's release. */
  signerCaps: SpendingCaps;
  /** Where approvers are told that something waits: a webhook, or a topic of ntfy. */
  notifyUrl: string | undefined;
  /** From an order's end to its deletion. */
  retentionMs: number;
  /** The same of a mix. */
  mixRetentionMs: number;
  /** What the pages say of the operator; null where unset, and then nothing is invented. */
  site: SiteSettings;
  behindProxy: boolean;
  /** A secret shared with the Telegram bot, which uses it to identify chats for their limits. */
  botSecret: string | undefined;
  /** Whether the mixer is offered; on mainnet only where the operator switched it on. */
  mixer: boolean;
  /** The SOCKS proxy through which Tor is reached; without it Tor is not offered. */
  torSocks: string | undefined;
  /** Seeds the simulated market, so that a run can be repeated. */
  ratesSeed: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Names that are no settings, in words: for the log. */
  warnings: readonly string[];
} & ChainSettings &
  MoneroSettings;

/** Pino's. */
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const text = z.string().trim().min(1).optional();
const url = z.url({ protocol: /^https?$/ }).optional();
const wholeNumber = (min: number, max: number) =>
  z.string().trim().regex(/^\d+$/, "a whole number").transform(Number).pipe(z.number().min(min).max(max));

const sharedSecret = z
  .string()
  .regex(/^[\x21-\x7e]{32,256}$/, "32 to 256 printable characters")
  .optional();

const schema = z.object({
  PORT: wholeNumber(0, 65_535).prefault("8080"),
  HOST: z.string().trim().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().trim().min(1).default(".data"),
  DATABASE_URL: databaseUrl.optional(),
  SOTTO_NETWORK: z.enum(["simnet", "regtest", "testnet", "mainnet"]).default("simnet"),
  SOTTO_ROLE: z.enum(["all", "http", "admin", "worker", "signer", "migrate"]).default("all"),
  SOTTO_SIMNET_URL: databaseUrl.optional(),
  SOTTO_ADMIN_SOCKET: text,
  SOTTO_ADMIN_SECRET: sharedSecret,
  SOTTO_SIGNER_SOCKET: text,
  SOTTO_SIGNER_SECRET: sharedSecret,
  SOTTO_CHAINS: text,
  SOTTO_UNPROVEN_CHAINS: text,
  SOTTO_PUBLIC_URL: url,
  SOTTO_ONION_URL: z
    .string()
    .trim()
    .regex(
      /^https?:\/\/([a-z2-7]+\.)*[a-z2-7]{56}\.onion(:\d{1,5})?\/?$/,
      "http://….onion, of version 3, without a path",
    )
    .optional(),
  SOTTO_ONION_PORT: wholeNumber(1, 65_535).optional(),
  SOTTO_SEED_FILE: text,
  SOTTO_SEED_PASSPHRASE: text,
  SIMNET_BLOCK_MS: wholeNumber(20, 3_600_000).prefault("2000"),
  SOTTO_ADMIN_USERNAME: text,
  SOTTO_ADMIN_PASSWORD: z.string().min(1).optional(),
  SOTTO_SCREENING_DIR: text,
  SOTTO_PAYMENT_WINDOW_S: wholeNumber(1, 7 * 86_400).prefault("1800"),
  SOTTO_LOAN_APPROVAL_USDT: wholeNumber(0, 1_000_000_000).prefault("10000"),
  SOTTO_LOAN_APPROVAL_CREATOR_USDT: wholeNumber(0, 1_000_000_000).prefault("30000"),
  SOTTO_LOAN_APPROVAL_ADDRESS_USDT: wholeNumber(0, 1_000_000_000).prefault("20000"),
  SOTTO_LOAN_APPROVAL_TOTAL_USDT: wholeNumber(0, 1_000_000_000).prefault("100000"),
  SOTTO_SIGNER_DIR: z.string().min(1).optional(),
  SOTTO_SIGNER_CAP_TRANSACTION: capSetting,
  SOTTO_SIGNER_CAP_HOUR: capSetting,
  SOTTO_SIGNER_CAP_DAY: capSetting,
  SOTTO_NOTIFY_URL: url,
  SOTTO_RETENTION_DAYS: wholeNumber(1, 365).prefault("14"),
  SOTTO_MIX_RETENTION_H: wholeNumber(1, 8_760).prefault("24"),
  SOTTO_SUPPORT_EMAIL: z.email().optional(),
  SOTTO_SUPPORT_HANDLE: text,
  SOTTO_OPERATOR_STATEMENT: text,
  SOTTO_BOT_HANDLE: z
    .string()
    .trim()
    .regex(/^@?[A-Za-z0-9_]{3,32}$/, "the name of a bot")
    .optional(),
  SOTTO_ANALYTICS_URL: analyticsUrl,
  SOTTO_LIMITS: z.enum(["on", "off"]).default("on"),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  SOTTO_BOT_SECRET: sharedSecret,
  SOTTO_BEHIND_PROXY: z.enum(["yes", "no"]).default("no"),
  SOTTO_MIXER: z.enum(["on", "off"]).optional(),
  SOTTO_TOR_SOCKS: z
    .string()
    .trim()
    .regex(/^socks5h?:\/\/[A-Za-z0-9.-]+:[1-9]\d{0,4}\/?$/, "socks5://host:port, without a user name")
    .refine((proxy) => URL.canParse(proxy), "socks5://host:port")
    .optional(),
  SOTTO_RATES_SEED: text,
  SOTTO_CONFIRMATIONS: text,
  SOTTO_ETH_RPC_URL: urlList,
  SOTTO_BSC_RPC_URL: urlList,
  SOTTO_POLYGON_RPC_URL: urlList,
  SOTTO_BTC_RPC_URL: urlList,
  SOTTO_LTC_RPC_URL: urlList,
  SOTTO_BCH_RPC_URL: urlList,
  SOTTO_DASH_RPC_URL: urlList,
  SOTTO_ZEC_RPC_URL: urlList,
  ...moneroShape,
  SOTTO_LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

/**
 * Resolves the environment to plain settings, of all programs: secrets from the files that `NAME_FILE` names, others from
 * `SOTTO_ENV_FILE`. Throws ConfigError naming the variable at fault, never its value.
 */
export function settle(environment: Variables): Settled {
  const settled = settleEnvironment(environment, {
    readText: (path) => readFileSync(path, "utf8"),
    parseEnv,
    known: [...Object.keys(schema.shape), ...CONTRACT_NAMES],
  });
  if (!settled.ok) throw new ConfigError(settled.error);
  return settled.value;
}

/**
 * Reads the environment, and the files that it names. Throws ConfigError naming the variable at fault, never its value.
 */
export function readConfig(environment: Variables): Config {
  const { variables, warnings, files } = settle(environment);
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join(".") ?? "the environment"}: ${issue?.message ?? "not usable"}`);
  }
  const env = parsed.data;
  requireAgreement(env);
  const dataDir = resolve(env.DATA_DIR);
  const [evm, utxo] = [nodeUrls(env), utxoNodeUrls(env)];
  const own = [...Object.keys(evm), ...Object.keys(utxo), ...moneroNames(env)];
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    simnetUrl: env.SOTTO_SIMNET_URL,
    peers: peersOf(env, dataDir),
    network: env.SOTTO_NETWORK,
    role: env.SOTTO_ROLE,
    publicUrl: env.SOTTO_PUBLIC_URL,
    onion: { url: env.SOTTO_ONION_URL, port: env.SOTTO_ONION_PORT },
    seedFile: seedFileOf(env, { dataDir, files }),
    seedPassphrase: env.SOTTO_SEED_PASSPHRASE,
    simnetBlockMs: env.SIMNET_BLOCK_MS,
    admin: { username: env.SOTTO_ADMIN_USERNAME, password: env.SOTTO_ADMIN_PASSWORD },
    screeningDir: env.SOTTO_SCREENING_DIR,
    paymentWindowMs: env.SOTTO_PAYMENT_WINDOW_S * 1000,
    loanApproval: {
      loanUsdt: BigInt(env.SOTTO_LOAN_APPROVAL_USDT),
      creatorUsdt: BigInt(env.SOTTO_LOAN_APPROVAL_CREATOR_USDT),
      addressUsdt: BigInt(env.SOTTO_LOAN_APPROVAL_ADDRESS_USDT),
      totalUsdt: BigInt(env.SOTTO_LOAN_APPROVAL_TOTAL_USDT),
    },
    site: siteOf(env),
    signerDir: resolve(env.SOTTO_SIGNER_DIR ?? resolve(dataDir, "signer")),
    signerCaps: signerCapsOf(env),
    notifyUrl: env.SOTTO_NOTIFY_URL,
    retentionMs: env.SOTTO_RETENTION_DAYS * 86_400_000,
    mixRetentionMs: mixRetentionHoursOf(env) * 3_600_000,
    limitsLifted: env.SOTTO_LIMITS === "off",
    redisUrl: env.REDIS_URL,
    botSecret: env.SOTTO_BOT_SECRET,
    behindProxy: env.SOTTO_BEHIND_PROXY === "yes",
    mixer: (env.SOTTO_MIXER ?? (env.SOTTO_NETWORK === "mainnet" ? "off" : "on")) === "on",
    torSocks: env.SOTTO_TOR_SOCKS,
    ratesSeed: env.SOTTO_RATES_SEED,
    ...chainSettings(env, { variables, names: own }),
    evm,
    utxo,
    ...moneroSettings(env),
    logLevel: env.SOTTO_LOG_LEVEL,
    warnings,
  };
}

type Environment = z.output<typeof schema>;

/** A mix is not kept longer than other orders. */
const mixRetentionHoursOf = (env: Environment): number =>
  Math.min(env.SOTTO_MIX_RETENTION_H, env.SOTTO_RETENTION_DAYS * 24);

/** What the pages say of the operator and its terms. */
const siteOf = (env: Environment): SiteSettings => ({
  ...operatorSettings(env),
  analyticsUrl: analyticsOf(env.SOTTO_NETWORK, env.SOTTO_ANALYTICS_URL),
  retentionDays: env.SOTTO_RETENTION_DAYS,
  mixRetentionHours: mixRetentionHoursOf(env),
  paymentWindowSeconds: env.SOTTO_PAYMENT_WINDOW_S,
});

/** Throws ConfigError where two settings do not go together. */
function requireAgreement(env: Environment): void {
  if (env.SOTTO_LIMITS === "off" && !isTrialNetwork(env.SOTTO_NETWORK)) {
    throw new ConfigError("SOTTO_LIMITS: limits can be lifted on simnet and regtest only");
  }
  if (env.SOTTO_ONION_PORT !== undefined && env.SOTTO_ONION_URL === undefined) {
    throw new ConfigError("SOTTO_ONION_PORT: set SOTTO_ONION_URL as well; forms must be posted from it");
  }
}

const signerCapsOf = (env: Environment): SpendingCaps =>
  capsOf({
    isTrial: isTrialNetwork(env.SOTTO_NETWORK),
    transaction: env.SOTTO_SIGNER_CAP_TRANSACTION,
    hour: env.SOTTO_SIGNER_CAP_HOUR,
    day: env.SOTTO_SIGNER_CAP_DAY,
  });

const peersOf = (env: Environment, dataDir: string): Config["peers"] => ({
  admin: {
    path: env.SOTTO_ADMIN_SOCKET ?? resolve(dataDir, "run/admin/http.sock"),
    secret: env.SOTTO_ADMIN_SECRET,
  },
  signer: {
    path: env.SOTTO_SIGNER_SOCKET ?? resolve(dataDir, "run/signer/http.sock"),
    secret: env.SOTTO_SIGNER_SECRET,
  },
});

/** Refuses a passphrase in the seed's folder where coins have value. */
function seedFileOf(env: Environment, { dataDir, files }: { dataDir: string; files: Variables }): string {
  const seedFile = env.SOTTO_SEED_FILE ?? resolve(dataDir, "signer/seed.json");
  const passphraseFile = files.SOTTO_SEED_PASSPHRASE;
  const isBeside =
    passphraseFile !== undefined && dirname(resolve(passphraseFile)) === dirname(resolve(seedFile));
  if (isBeside && !isTrialNetwork(env.SOTTO_NETWORK)) {
    throw new ConfigError("SOTTO_SEED_PASSPHRASE_FILE: keep the passphrase in another folder than the seed");
  }
  return seedFile;
}
