import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Sql } from "postgres";
import type { WalletKey } from "../../src/chains/chain";
import type { PrivateKey } from "../../src/chains/signer";
import { decodeRaw, encodeRaw } from "../../src/chains/simnet/encoding";
import { assetsOn, type SimnetChainId } from "../../src/chains/simnet/params";
import { addressOfPrivateKey } from "../../src/chains/simnet/signing";
import { openSimnet, type Simnet } from "../../src/chains/simnet/simnet";
import { parseUnits } from "../../src/core/amount";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../../src/core/assets";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { openTestDatabase, type TestDatabase } from "../postgres/database";
import type { ChainHarness } from "./harness";
import { simnetTraps } from "./simnet-traps";

/** A key made from words, so that tests are the same each time. */
export const testKey = (words: string): PrivateKey => sha256(utf8ToBytes(words));

/** The conformance suite's hand on one simulated chain of a simnet, and on the simnet's database. */
export function simnetHarness(simnet: Simnet, sql: Sql, chain: SimnetChainId): ChainHarness {
  const native = NATIVE_ASSET[chain];
  const token = assetsOn(chain).find((asset) => asset !== native);
  const keyOf = ({ branch, index }: WalletKey) => testKey(`${chain} ${branch} ${index}`);
  return {
    chain: simnet.chain(chain),
    sign: simnet.sign,
    keyOf,
    addressOf: (key) => addressOfPrivateKey(chain, keyOf(key)),
    strangerAddress: (index) => addressOfPrivateKey(chain, testKey(`${chain} stranger ${index}`)),
    native: { asset: native, units: tenMinima(native) },
    ...(token ? { token: { asset: token, units: tenMinima(token) } } : {}),
    fund: async (payment) => ({ txId: (await simnet.pay(payment)).txHash }),
    mine: async (blocks) => {
      await simnet.mine({ asset: native, blocks });
    },
    reorg: async (depth) => {
      await simnet.reorg({ asset: native, depth });
    },
    reorgKeepsTransactions: true,
    showsMempool: true,
    replacesUnconfirmed: chain === "bitcoin" || chain === "litecoin",
    async holdBack(isOn) {
      await simnet.setFeeFloor({ asset: native, percent: isOn ? 160 : 0 });
      if (isOn) await simnet.mine({ asset: native, blocks: 2 });
    },
    spoilSignature,
    drop: async (txId) => {
      const dropped = await simnet.drop({ txHash: txId });
      if (!dropped.ok) throw new Error(dropped.error);
    },
    setReverting: (request) => simnet.setReverting(request),
    traps: simnetTraps(simnet, sql, chain),
    close: () => simnet.close(),
  };
}

function spoilSignature(raw: string): string {
  const decoded = decodeRaw(raw);
  if (!decoded.ok) throw new Error(decoded.error);
  const { body, witnesses } = decoded.value;
  return encodeRaw({
    body,
    witnesses: witnesses.map(({ publicKey, signature }) => ({
      publicKey,
      signature: signature.replace(/..$/, (last) => (last === "00" ? "01" : "00")),
    })),
  });
}

/** Ten times the least that a visitor may send. */
export function tenMinima(asset: AssetCode): bigint {
  const { minAmount, decimals } = assetOf(asset);
  const units = parseUnits(minAmount, decimals);
  if (!units.ok) throw new Error(units.error);
  return units.value * 10n;
}

/** Simnets for one test file, in databases of their own on a clock that tests move. */
export function startSimnets() {
  const clock = { ms: 1_700_000_000_000, now: () => clock.ms };
  const open: Simnet[] = [];
  const databases: { made: TestDatabase; database: Database }[] = [];

  async function freshDatabase(): Promise<Sql> {
    const made = await openTestDatabase("empty");
    const database = openDatabase({ url: made.url, connectionsMax: 4 });
    databases.push({ made, database });
    return database.$client;
  }
  async function reopen(sql: Sql, { auto = false }: { auto?: boolean } = {}): Promise<Simnet> {
    const simnet = await openSimnet({ sql, clock, blockMs: 20, auto });
    open.push(simnet);
    return simnet;
  }
  async function stop(): Promise<void> {
    for (const simnet of open) await simnet.close();
    for (const { made, database } of databases) {
      await closeDatabase(database);
      await made.drop();
    }
  }
  const freshSimnet = async (options: { auto?: boolean } = {}) => reopen(await freshDatabase(), options);
  return { clock, freshDatabase, reopen, freshSimnet, stop };
}
