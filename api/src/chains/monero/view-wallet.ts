import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import { ChainUnavailable } from "../chain";
import { RpcError } from "../rpc";
import type { KeyImages } from "../signer";
import { checkMoneroWallet } from "./check-node";
import { type MoneroAccount, moneroAddress } from "./keys";
import { PRIORITY } from "./node";
import { listOutputs, type OwnedOutput } from "./owned-outputs";
import { createMoneroRpc, type MoneroRpc, type MoneroRpcOptions } from "./rpc";
import { createWatch, RESCAN, type SubaddressWatch } from "./subaddress-watch";

/** Coins that came to a subaddress in one transaction, in however many outputs. */
export type Receipt = {
  txId: string;
  minor: number;
  address: string;
  /** Of each output. */
  amounts: readonly bigint[];
  /** 0 where they can be spent as all others. */
  unlockTime: bigint;
  isCoinbase: boolean;
  height: number;
};

/** The wallet that sees what comes in, and cannot spend: monero-wallet-rpc, of which it is the only user. */
export interface ViewWallet extends SubaddressWatch {
  /** The address to which it brings change. */
  readonly primary: string;
  /** Reads the node's new blocks; true where coins came in. */
  refresh(): Promise<boolean>;
  /** The number of blocks that it has read. */
  height(): Promise<number>;
  /** What came in by the blocks above `above`, up to `to`; with null, by what waits in the node. */
  receipts(range: { above: number; to: number } | null): Promise<readonly Receipt[]>;
  /** Transactions in the blocks above `above`, up to `to`, that spend coins of ours. */
  spenders(range: { above: number; to: number }): Promise<readonly string[]>;
  /** All that ever came in: what this costs grows with the wallet. */
  outputs(): Promise<readonly OwnedOutput[]>;
  /** Those that are not spent, as far as the wallet knows; also frozen, locked and unnamed ones. */
  unspent(): Promise<readonly OwnedOutput[]>;
  /** How often it was opened, or made to read the chain again: its outputs may be others since. */
  restarts(): number;
  /** The subaddress of account 0 that an address is; null where it is none that the wallet watches. */
  minorOf(address: string): Promise<number | null>;
  exportOutputs(all: boolean): Promise<string>;
  /** True where the node has spends of these outputs, in blocks or waiting: the wallet calls them spent from then on. */
  importKeyImages(images: KeyImages): Promise<boolean>;
  /** Reads the chain again from where the wallet begins; it forgets all key images. */
  rescan(): Promise<void>;
  /** Asks the node again which outputs are spent. */
  rescanSpent(): Promise<void>;
  setFrozen(keyImage: string, isFrozen: boolean): Promise<void>;
  /**
   * An unsigned payment with what is not frozen at these subaddresses; `isFeeFromFirst` takes its fee from the first
   * destination: wallet2 pays them in another order, and counts by that, and only the first is the first in both.
   */
  transfer(payment: {
    destinations: readonly { address: string; units: bigint }[];
    minors: readonly number[];
    isFeeFromFirst: boolean;
  }): Promise<{ unsigned: string; feeUnits: bigint; amounts: readonly bigint[] }>;
  close(): void;
}

const STORE_EVERY_MS = 60_000;
/** A reorg may have put our first coins so much lower since. */
const REORG_BLOCKS = 100;
/** Of wallet_rpc_server_error_codes.h. */
const NO_WALLET_OPEN = -13;
const WRONG_ADDRESS = -2;

const NOTHING = z.object({});
const refreshed = z.object({ received_money: z.boolean() });
const index = z.object({ major: z.bigint(), minor: z.bigint().transform(Number) });
const row = z.object({
  txid: z.string(),
  address: z.string(),
  /** Absent where all that came has a one-time key of which the wallet has as much already. */
  amounts: z.array(z.bigint()).default([]),
  height: z.bigint().transform(Number),
  subaddr_index: index,
  unlock_time: z.bigint(),
  type: z.string(),
});
const rows = z.object({
  in: z.array(row).default([]),
  out: z.array(z.object({ txid: z.string() })).default([]),
  pool: z.array(row).default([]),
});
/** The sum of the outputs that are spent. */
const imported = z.object({ spent: z.bigint() });
const transferred = z.object({
  unsigned_txset: z.string().min(1),
  fee: z.bigint(),
  amounts_by_dest: z.object({ amounts: z.array(z.bigint()) }),
});

/** Opens our wallet in a monero-wallet-rpc, or makes it of the account's keys, before the first call and where it was closed. */
export function createViewWallet(
  options: MoneroRpcOptions & {
    network: AddressNetwork;
    account: MoneroAccount;
    firstHeight(): Promise<number>;
    /** Called before it is made, or reads the chain again: it then has no key images. */
    onForgotten(): void;
  },
): ViewWallet {
  const { network, account, firstHeight, onForgotten, ...connection } = options;
  const rpc = createMoneroRpc(connection);
  const wallet = walletOf(account);
  let restarts = 0;
  const ask = keptOpen(rpc, async () => {
    restarts += 1;
    await known("get_version", checkMoneroWallet(rpc, network));
    await openOrMake(rpc, { account, wallet, firstHeight, onForgotten });
  });
  const call: Ask = (method, params, schema) => {
    if (method === RESCAN) {
      restarts += 1;
      onForgotten();
    }
    return known(method, ask(method, params, schema));
  };
  const minorOf = (address: string) => readMinor(ask, address);
  let storedAt = performance.now();
  const store = async (): Promise<void> => {
    await call("store", {}, NOTHING);
    storedAt = performance.now();
  };
  return {
    primary: moneroAddress(account, 0),
    async refresh() {
      const { received_money: isReceived } = await call("refresh", {}, refreshed);
      if (performance.now() - storedAt > STORE_EVERY_MS) await store();
      return isReceived;
    },
    async height() {
      const answer = await call("get_height", {}, z.object({ height: z.bigint() }));
      return Number(answer.height);
    },
    async receipts(range) {
      const asked = range === null ? { pool: true } : { in: true, ...heights(range) };
      const found = await call("get_transfers", { ...asked, account_index: 0 }, rows);
      return [...found.in, ...found.pool].filter(({ amounts }) => amounts.length > 0).map(receiptOf);
    },
    async spenders(range) {
      const { out } = await call("get_transfers", { out: true, account_index: 0, ...heights(range) }, rows);
      return [...new Set(out.map(({ txid }) => txid))];
    },
    outputs: () => listOutputs(call, "all"),
    unspent: () => listOutputs(call, "available"),
    restarts: () => restarts,
    minorOf,
    ...createWatch({ call, minorOf, restarts: () => restarts, store, account, password: wallet.password }),
    async exportOutputs(all) {
      const answer = await call("export_outputs", { all }, z.object({ outputs_data_hex: z.string() }));
      return answer.outputs_data_hex;
    },
    async importKeyImages({ offset, images }) {
      const signed_key_images = images.map(({ keyImage, signature }) => ({ key_image: keyImage, signature }));
      const { spent } = await call("import_key_images", { signed_key_images, offset }, imported);
      await store();
      return spent > 0n;
    },
    async rescan() {
      await call(RESCAN, { hard: false }, NOTHING);
      await store();
    },
    async rescanSpent() {
      await call("rescan_spent", {}, NOTHING);
    },
    async setFrozen(keyImage, isFrozen) {
      await call(isFrozen ? "freeze" : "thaw", { key_image: keyImage }, NOTHING);
    },
    transfer: (payment) => transfer(call, payment),
    close: rpc.close,
  };
}

type Ask = MoneroRpc["call"];

/** Opens the wallet before the first call, and again where it is not open any more. */
function keptOpen(rpc: MoneroRpc, open: () => Promise<void>): Ask {
  let opened: Promise<void> | undefined;
  return async (method, params, schema) => {
    for (let isAgain = false; ; isAgain = true) {
      opened ??= open();
      try {
        await opened;
        return await rpc.call(method, params, schema);
      } catch (error) {
        const isClosed = error instanceof RpcError && error.code === NO_WALLET_OPEN;
        if (isClosed || error instanceof ChainUnavailable) opened = undefined;
        if (!isClosed || isAgain) throw error;
      }
    }
  };
}

/** A wallet that refuses a call cannot be used now; its words may hold addresses, and are not passed on. */
async function known<Value>(method: string, answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new ChainUnavailable("monero", `${method}: the wallet refused (code ${error.code})`);
  }
}

type Wallet = { filename: string; password: string };

/** The wallet's file shows neither an address nor an order, and its password follows from what it holds. */
function walletOf(account: MoneroAccount): Wallet {
  const secret = bytesToHex(keccak_256(concatBytes(utf8ToBytes("sotto view-only wallet"), account.view)));
  return { filename: `sotto-${secret.slice(0, 8)}`, password: secret.slice(8) };
}

async function openOrMake(
  rpc: MoneroRpc,
  given: { account: MoneroAccount; wallet: Wallet; firstHeight(): Promise<number>; onForgotten(): void },
): Promise<void> {
  const { account, wallet, firstHeight, onForgotten } = given;
  // It would refresh by itself, and answer nothing meanwhile.
  await known("auto_refresh", rpc.call("auto_refresh", { enable: false }, NOTHING));
  try {
    await rpc.call("open_wallet", wallet, NOTHING);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const keys = { address: moneroAddress(account, 0), viewkey: bytesToHex(account.view) };
    onForgotten();
    const restore_height = Math.max(0, (await firstHeight()) - REORG_BLOCKS);
    const made = rpc.call("generate_from_keys", { ...wallet, ...keys, restore_height }, NOTHING);
    await known("generate_from_keys", made);
  }
}

async function readMinor(ask: Ask, address: string): Promise<number | null> {
  try {
    const answer = await ask("get_address_index", { address }, z.object({ index }));
    return answer.index.minor;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code === WRONG_ADDRESS) return null;
    throw new ChainUnavailable("monero", `get_address_index: the wallet refused (code ${error.code})`);
  }
}

async function transfer(
  call: Ask,
  { destinations, minors, isFeeFromFirst }: Parameters<ViewWallet["transfer"]>[0],
): ReturnType<ViewWallet["transfer"]> {
  const payment = {
    destinations: destinations.map(({ address, units }) => ({ address, amount: units })),
    account_index: 0,
    subaddr_indices: minors,
    ...(isFeeFromFirst && { subtract_fee_from_outputs: [0] }),
    priority: PRIORITY,
    do_not_relay: true,
  };
  const made = await call("transfer", payment, transferred);
  return { unsigned: made.unsigned_txset, feeUnits: made.fee, amounts: made.amounts_by_dest.amounts };
}

const heights = ({ above, to }: { above: number; to: number }) => ({
  filter_by_height: true,
  min_height: Math.max(above, 0),
  max_height: to,
});

const receiptOf = (one: z.output<typeof row>): Receipt => ({
  txId: one.txid,
  minor: one.subaddr_index.minor,
  address: one.address,
  amounts: one.amounts,
  unlockTime: one.unlock_time,
  isCoinbase: one.type === "block",
  height: one.height,
});
