import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig, settle } from "./config";
import { ConfigError } from "./config-error";

describe("without any environment", () => {
  test("it is simnet on loopback, with everything in .data", () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: "127.0.0.1",
      network: "simnet",
      role: "all",
      dataDir: resolve(".data"),
      seedFile: resolve(".data", "signer/seed.json"),
      databaseUrl: undefined,
      simnetBlockMs: 2_000,
      paymentWindowMs: 1_800_000,
      limitsLifted: false,
      behindProxy: false,
      onion: { url: undefined, port: undefined },
      botSecret: undefined,
      mixer: true,
      torSocks: undefined,
      confirmations: {},
      evm: {},
      utxo: {},
      contracts: {},
    });
  });

  test("an empty variable counts as unset", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "", SOTTO_ADMIN_PASSWORD: "" }).port).toBe(8080);
  });
});

test("it reads what is set", () => {
  const config = readConfig({
    PORT: "0",
    DATA_DIR: "/srv/sotto",
    DATABASE_URL: "postgres://u:p@127.0.0.1/db",
    SOTTO_NETWORK: "regtest",
    SOTTO_PAYMENT_WINDOW_S: "60",
    SOTTO_LOAN_APPROVAL_USDT: "1",
    SOTTO_LOAN_APPROVAL_CREATOR_USDT: "2",
    SOTTO_LOAN_APPROVAL_ADDRESS_USDT: "3",
    SOTTO_LOAN_APPROVAL_TOTAL_USDT: "4",
    SOTTO_LIMITS: "off",
    SOTTO_CONFIRMATIONS: "bitcoin=3, ethereum=32",
    SOTTO_ETH_RPC_URL: "http://127.0.0.1:8545,http://10.0.0.7:8545",
    SOTTO_BTC_RPC_URL: "http://a:b@127.0.0.1:8332, http://10.0.0.7:8332",
    SOTTO_USDT_ERC20_CONTRACT: `0x${"a".repeat(40)}`,
  });
  expect(config).toMatchObject({
    port: 0,
    loanApproval: { loanUsdt: 1n, creatorUsdt: 2n, addressUsdt: 3n, totalUsdt: 4n },
    dataDir: "/srv/sotto",
    seedFile: "/srv/sotto/signer/seed.json",
    network: "regtest",
    paymentWindowMs: 60_000,
    limitsLifted: true,
    confirmations: { bitcoin: 3, ethereum: 32 },
    evm: { ethereum: ["http://127.0.0.1:8545", "http://10.0.0.7:8545"] },
    evmChains: ["ethereum"],
    utxoChains: ["bitcoin"],
    utxo: { bitcoin: ["http://a:b@127.0.0.1:8332", "http://10.0.0.7:8332"] },
    contracts: { "USDT-ERC20": `0x${"a".repeat(40)}` },
  });
});

test("knows the nodes of Dash and Zcash, and whether they are used although none was ever run against", () => {
  const env = {
    SOTTO_NETWORK: "regtest",
    SOTTO_DASH_RPC_URL: "http://a:b@127.0.0.1:9998",
    SOTTO_ZEC_RPC_URL: "http://a:b@127.0.0.1:8232,http://127.0.0.2:8232",
  };
  const config = readConfig(env);
  expect(config.utxoChains).toEqual(["dash", "zcash"]);
  expect(config.utxo).toEqual({
    dash: [env.SOTTO_DASH_RPC_URL],
    zcash: ["http://a:b@127.0.0.1:8232", "http://127.0.0.2:8232"],
  });
  expect(config.unprovenChains).toEqual([]);
  const named = readConfig({ ...env, SOTTO_UNPROVEN_CHAINS: "zcash, dash" });
  expect(named.unprovenChains).toEqual(["dash", "zcash"]);
  expect(readConfig({ SOTTO_CHAINS: "dash,zcash" }).utxoChains).toEqual(["dash", "zcash"]);
});

test("offers Monero only with a node, a view-only wallet and the signer's wallet", () => {
  const urls = {
    SOTTO_XMR_RPC_URL: "http://a:b@127.0.0.1:18081",
    SOTTO_XMR_WALLET_RPC_URL: "http://a:b@127.0.0.1:18083",
    SOTTO_SIGNER_XMR_URL: "http://a:b@127.0.0.1:18084",
  };
  const of = (env: Record<string, string>) => readConfig({ SOTTO_NETWORK: "regtest", ...env });
  expect(of(urls)).toMatchObject({ hasMonero: true, moneroSignerUrl: urls.SOTTO_SIGNER_XMR_URL });
  expect(of(urls).monero?.rpcUrls).toEqual([urls.SOTTO_XMR_RPC_URL]);
  for (const missing of Object.keys(urls)) expect(of({ ...urls, [missing]: "" }).hasMonero).toBe(false);
  expect(readConfig({ SOTTO_CHAINS: "monero,bitcoin" }).hasMonero).toBe(true);
});

test.each([
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "1.5"],
  ["DATABASE_URL", "mysql://secret@127.0.0.1/db"],
  ["SOTTO_NETWORK", "secretnet"],
  ["SOTTO_ROLE", "root"],
  ["SOTTO_PUBLIC_URL", "ftp://secret.example"],
  ["SOTTO_ONION_URL", "http://secret.onion"],
  ["SOTTO_ONION_URL", `http://${"a".repeat(56)}.onion/secret`],
  ["SOTTO_ONION_PORT", "0"],
  ["SOTTO_ONION_PORT", "8088"],
  ["SIMNET_BLOCK_MS", "19"],
  ["SOTTO_PAYMENT_WINDOW_S", "0"],
  ["SOTTO_LIMITS", "maybe"],
  ["SOTTO_MIXER", "maybe"],
  ["SOTTO_TOR_SOCKS", "http://secret.example:9050"],
  ["SOTTO_TOR_SOCKS", "socks5://secret.example"],
  ["SOTTO_TOR_SOCKS", "socks5://secret.example:0"],
  ["SOTTO_TOR_SOCKS", "socks5://secret.example:65536"],
  ["SOTTO_TOR_SOCKS", "socks5://secret:word@127.0.0.1:9050"],
  ["SOTTO_TOR_SOCKS", "socks4://secret.example:9050"],
  ["SOTTO_CONFIRMATIONS", "bitcoin=0"],
  ["SOTTO_CONFIRMATIONS", "dogecoin=3"],
  ["SOTTO_CONFIRMATIONS", "bitcoin"],
  ["SOTTO_UNPROVEN_CHAINS", "bitcoin"],
  ["SOTTO_UNPROVEN_CHAINS", "dash,secret"],
  ["SOTTO_USDT_ERC20_CONTRACT", "0xsecret"],
  ["SOTTO_LOG_LEVEL", "secret"],
  ["SOTTO_RETENTION_DAY", "secret"],
  ["SOTTO_USDT_ERC20_CONTRAKT", "secret"],
  ["SOTTO_SEED_PASSPHRASE_FILE", "/nowhere/secret"],
  ["SOTTO_ENV_FILE", "/nowhere/secret"],
])("%s=%s stops the start, with its name and never its value", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name}: (?!.*secret)`));
});

test.each([
  ["simnet", true],
  ["regtest", true],
  ["testnet", false],
  ["mainnet", false],
])("limits can be lifted on %s: %s", (network, allowed) => {
  const read = () => readConfig({ SOTTO_NETWORK: network, SOTTO_LIMITS: "off" });
  if (allowed) expect(read().limitsLifted).toBe(true);
  else expect(read).toThrow("SOTTO_LIMITS");
});

test.each([
  ["simnet", undefined, true],
  ["testnet", undefined, true],
  ["mainnet", undefined, false],
  ["mainnet", "on", true],
  ["mainnet", "off", false],
  ["simnet", "off", false],
])("the mixer on %s, switched %s: %s", (SOTTO_NETWORK, SOTTO_MIXER, mixer) => {
  expect(readConfig({ SOTTO_NETWORK, SOTTO_MIXER }).mixer).toBe(mixer);
});

test("an onion has an address, and a port for Tor", () => {
  const url = `http://${"a".repeat(56)}.onion`;
  const { onion } = readConfig({ SOTTO_ONION_URL: url, SOTTO_ONION_PORT: "8088" });
  expect(onion).toEqual({ url, port: 8088 });
});

test("Tor is reached through the SOCKS proxy that is named", () => {
  const SOTTO_TOR_SOCKS = "socks5://127.0.0.1:9050";
  expect(readConfig({ SOTTO_TOR_SOCKS }).torSocks).toBe(SOTTO_TOR_SOCKS);
});

describe("settings in files", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sotto-config-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test("secrets are read from theirs, and everything from the file of settings", () => {
    const settings = `PORT=1\nSOTTO_USDT_ERC20_CONTRACT=0x${"a".repeat(40)}\nSOTTO_LOG_LEVEL=warn\n`;
    const config = readConfig({
      SOTTO_ENV_FILE: file("settings", `${settings}SOTTO_SEED_PASSPHRASE_FILE=${file("words", "of mine\n")}`),
      DATABASE_URL_FILE: file("url", "postgres://u:p@127.0.0.1/db\n"),
    });
    expect(config).toMatchObject({
      port: 1,
      seedPassphrase: "of mine",
      databaseUrl: "postgres://u:p@127.0.0.1/db",
      contracts: { "USDT-ERC20": `0x${"a".repeat(40)}` },
      logLevel: "warn",
      warnings: [],
    });
  });

  test("each secret that docs/operating.md says so of can be in a file, and each URL of a node", () => {
    const operating = readFileSync(join(import.meta.dirname, "../../docs/operating.md"), "utf8");
    const promised = /`NAME_FILE` names a file[\s\S]*?Setting both/.exec(operating)?.[0] ?? "";
    const named = [...promised.matchAll(/`([A-Z_]+)`/g), ...operating.matchAll(/(SOTTO_\w+_RPC_URL)/g)];
    const names = [...new Set(named.map(([, name = ""]) => name))].filter((name) => !name.startsWith("NAME"));
    expect(names).toContain("SOTTO_BTC_RPC_URL");
    for (const name of names) {
      const { variables, warnings } = settle({ [`${name}_FILE`]: file("secret", "of mine\n") });
      expect({ name, value: variables[name], warnings }).toEqual({ name, value: "of mine", warnings: [] });
    }
  });

  test.each([
    ["simnet", "seed.json", true],
    ["mainnet", "seed.json", false],
    ["mainnet", "../elsewhere/seed.json", true],
  ])("on %s a passphrase in one folder with the seed %s is allowed: %s", (SOTTO_NETWORK, seed, allowed) => {
    const SOTTO_SEED_PASSPHRASE_FILE = file("passphrase", "of mine");
    const SOTTO_SEED_FILE = `${folder}/../${folder.split("/").at(-1)}/${seed}`;
    const read = () => readConfig({ SOTTO_NETWORK, SOTTO_SEED_FILE, SOTTO_SEED_PASSPHRASE_FILE });
    if (allowed) expect(read().seedPassphrase).toBe("of mine");
    else
      expect(read).toThrow("SOTTO_SEED_PASSPHRASE_FILE: keep the passphrase in another folder than the seed");
  });

  test("such a passphrase is also refused where the file of settings names it", () => {
    const setting = `SOTTO_SEED_PASSPHRASE_FILE=${file("passphrase", "of mine")}`;
    const read = () =>
      readConfig({
        SOTTO_NETWORK: "mainnet",
        SOTTO_SEED_FILE: join(folder, "seed.json"),
        SOTTO_ENV_FILE: file("more", setting),
      });
    expect(read).toThrow("keep the passphrase in another folder");
  });

  test("what is wrong with a secret from a file is said of its name, without its text", () => {
    const read = () => readConfig({ SOTTO_BOT_SECRET_FILE: file("short", "hidden\n") });
    expect(read).toThrow("SOTTO_BOT_SECRET: 32 to 256 printable characters");
  });
});

test("a name that is no setting is warned of", () => {
  expect(readConfig({ SOTTO_SOMETHING_ELSE: "1" }).warnings).toEqual([
    expect.stringMatching(/^SOTTO_SOMETHING_ELSE: there is no such setting; did you mean SOTTO_\w+\?$/),
  ]);
});
