import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Chain } from "../../src/chains/chain";
import { openMonero } from "../../src/chains/monero/chain";
import { moneroAddress, moneroKeys } from "../../src/chains/monero/keys";
import { readMoneroBytes } from "../../src/chains/monero/transaction-bytes";
import { KEY_IMAGE, RAW } from "./example-transaction";

/** An output as monero-wallet-rpc 0.18.5.3 writes it. */
export type Row = {
  amount: number;
  block_height: number;
  frozen: boolean;
  key_image: string;
  pubkey: string;
  spent: boolean;
  subaddr_index: { major: number; minor: number };
  tx_hash: string;
  unlocked: boolean;
};

type Params = { height?: number; transfer_type?: string; address?: string } & Record<string, unknown>;
type Block = { height: number; hash: string; parent: string };

const ACCOUNT = moneroKeys(new Uint8Array(32).fill(1));
const PRIMARY = moneroAddress(ACCOUNT, 0);
/** The subaddresses that the adapter asks for when it is to watch the second one. */
const ASKED_FOR = [2, 9_999];
const FIRST_HEIGHT = 300;
const NO_WALLET_OPEN = -13;
const HEIGHT_TOO_HIGH = -2;
const WRONG_ADDRESS = -2;

/**
 * Stands in for monerod and monero-wallet-rpc, over HTTP, where a test says what both have. As the wallet program of 0.18.5.3 does, it
 * lists by "available" the outputs that are not spent, among them frozen, locked and unnamed ones, and by "all" every one.
 */
export class MoneroStandIn {
  readonly blocks: Block[] = [];
  readonly rows: Row[] = [];
  /** What the wallet reports of coins that came in, and of transactions that spend ours. */
  readonly receipts: { txid: string; minor: number; amounts: number[]; height: number }[] = [];
  readonly out: { txid: string; height: number }[] = [];
  /** The transactions that the node knows; `height` is null of what waits. */
  readonly transactions = new Map<string, { hex: string; height: number | null }>();
  readonly #spenders = new Map<string, string>();
  readonly primary = PRIMARY;
  isOpen = false;
  #looksAhead = false;
  #isMade = true;
  /** The key images that the signer learns at the next look, of the last outputs. */
  readonly unnamed: string[] = [];
  /** How many outputs the wallet listed at each call, and by which filter. */
  readonly listed: { type: string; rows: number }[] = [];
  /** What happens before a method or path is answered, and instead of that where this throws. */
  before: (method: string) => void = () => undefined;
  #made = 0;
  readonly #servers: { close(): void }[] = [];

  constructor() {
    for (let height = 0; height <= FIRST_HEIGHT; height += 1) this.mine();
  }

  get height(): number {
    return (this.blocks.at(-1) ?? { height: -1 }).height;
  }

  #fresh(): string {
    this.#made += 1;
    return this.#made.toString(16).padStart(64, "0");
  }

  mine(blocks = 1): void {
    for (let at = 0; at < blocks; at += 1) {
      const parent = this.blocks.at(-1)?.hash ?? "0".repeat(64);
      this.blocks.push({ height: this.height + 1, hash: this.#fresh(), parent });
    }
  }

  /** A transaction that spends a key image; `null` while it waits. */
  transact(height: number | null, keyImage = this.#fresh()): string {
    const hex = RAW.replace(KEY_IMAGE, keyImage);
    const { txId } = readMoneroBytes(hex);
    this.transactions.set(txId, { hex, height });
    this.#spenders.set(keyImage, txId);
    return txId;
  }

  /** An output to a subaddress in the tip's block. */
  receive(minor: number, amount: number, of: Partial<Row> = {}): Row {
    const row: Row = {
      ...{
        amount,
        block_height: this.height,
        frozen: false,
        key_image: this.#fresh(),
        pubkey: this.#fresh(),
      },
      ...{ spent: false, subaddr_index: { major: 0, minor }, tx_hash: "", unlocked: true, ...of },
    };
    row.tx_hash ||= this.transact(row.block_height);
    this.rows.push(row);
    this.receipts.push({ txid: row.tx_hash, minor, amounts: [amount], height: row.block_height });
    return row;
  }

  /** Spends outputs in the tip's block, or where it waits in none; the wallet sees both. */
  spend(row: Row, height: number | null = this.height): string {
    const txid = this.transact(height, row.key_image);
    row.spent = true;
    if (height !== null) this.out.push({ txid, height });
    return txid;
  }

  connect = async (): Promise<Chain> => {
    const [rpcUrl, walletUrl] = await Promise.all([this.#serve(this.#node), this.#serve(this.#wallet)]);
    return openMonero({
      ...{ network: "regtest", rpcUrls: [rpcUrl], walletUrl, timeoutMs: 10_000 },
      account: async () => ACCOUNT,
      firstHeight: async () => 0,
      learnOutputs: async ({ outputs }) => {
        const images = outputs === undefined ? [] : this.unnamed.splice(0);
        return {
          wallet: "one",
          offset: BigInt(this.rows.length - images.length),
          images: images.map((keyImage) => ({ keyImage, signature: "" })),
        };
      },
    })();
  };

  /** The wallet's files are gone: the adapter has to make it again, and it watches no more than such a one does. */
  loseWallet(): void {
    this.isOpen = false;
    this.#isMade = false;
    this.#looksAhead = false;
  }

  close(): void {
    for (const server of this.#servers.splice(0)) server.close();
  }

  async #serve(answer: (path: string, method: string, params: Params) => unknown): Promise<string> {
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const { method = "", params, ...body } = JSON.parse(text);
      const path = request.url ?? "";
      try {
        const result = answer(path, method, params ?? body);
        response.end(JSON.stringify(path === "/json_rpc" ? { result } : result));
      } catch (error) {
        response.end(JSON.stringify({ error: { code: Number(error), message: "refused" } }));
      }
    });
    this.#servers.push({
      close: () => {
        server.close();
        server.closeAllConnections();
      },
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  readonly #node = (path: string, method: string, params: Params): unknown => {
    this.before(method || path);
    const status = "OK";
    const header = ({ height, hash, parent }: Block) => ({
      status,
      block_header: { height, hash, prev_hash: parent, timestamp: 1 },
    });
    switch (method || path) {
      case "get_info":
        return { status, nettype: "fakechain", synchronized: true, untrusted: false };
      case "get_last_block_header":
        return header(this.blocks.at(-1) ?? refuse(HEIGHT_TOO_HIGH));
      case "get_block_header_by_height":
        return header(this.blocks[params.height ?? 0] ?? refuse(HEIGHT_TOO_HIGH));
      case "/is_key_image_spent":
        return { status, spent_status: (params.key_images as string[]).map((image) => this.#stateOf(image)) };
      case "/get_transaction_pool": {
        const waiting = [...this.transactions].filter(([, { height }]) => height === null);
        const spends = waiting.map(([id, { hex }]) => ({
          id_hash: readMoneroBytes(hex).keyImages[0],
          txs_hashes: [id],
        }));
        return { status, spent_key_images: spends };
      }
      case "/get_transactions":
        return { status, txs: (params.txs_hashes as string[]).flatMap((id) => this.#transaction(id)) };
      default:
        return refuse(-1);
    }
  };

  #stateOf(image: string): number {
    const spender = this.transactions.get(this.#spenders.get(image) ?? "");
    if (spender === undefined) return 0;
    return spender.height === null ? 2 : 1;
  }

  /** The wallet asks the node about each, and calls spent also what only waits to be. */
  #name(images: readonly { key_image: string }[], offset: number) {
    const sums = { spent: 0, unspent: 0 };
    for (const [at, row] of this.rows.slice(offset, offset + images.length).entries()) {
      row.key_image = images[at]?.key_image ?? "";
      row.spent = this.#stateOf(row.key_image) !== 0;
      sums[row.spent ? "spent" : "unspent"] += row.amount;
    }
    return { height: this.height, ...sums };
  }

  #minorOf(address: string): number {
    if (address === PRIMARY) return 0;
    if (address.startsWith("sub")) return Number(address.slice(3));
    const minor = ASKED_FOR.find((one) => this.#looksAhead && moneroAddress(ACCOUNT, one) === address);
    return minor ?? refuse(WRONG_ADDRESS);
  }

  #transaction(id: string) {
    const found = this.transactions.get(id);
    if (found === undefined) return [];
    const { hex, height } = found;
    return [
      {
        tx_hash: id,
        as_hex: hex,
        in_pool: height === null,
        ...(height !== null && { block_height: height }),
      },
    ];
  }

  readonly #wallet = (_path: string, method: string, params: Params): unknown => {
    this.before(method);
    if (method === "open_wallet" && !this.#isMade) refuse(-1);
    if (method === "open_wallet" || method === "generate_from_keys") this.isOpen = this.#isMade = true;
    if (!this.isOpen && method !== "auto_refresh") refuse(NO_WALLET_OPEN);
    const isIn = ({ height }: { height: number }) =>
      height > Number(params.min_height) && height <= Number(params.max_height);
    switch (method) {
      case "refresh":
        return { received_money: this.unnamed.length > 0 };
      case "get_height":
        return { height: this.height + 1 };
      case "set_subaddress_lookahead":
        this.#looksAhead = true;
        return {};
      case "get_address_index":
        return { index: { major: 0, minor: this.#minorOf(params.address ?? "") } };
      case "incoming_transfers": {
        const isAll = params.transfer_type === "all";
        const transfers = this.rows.filter(({ spent }) => isAll || !spent);
        this.listed.push({ type: params.transfer_type ?? "", rows: transfers.length });
        return transfers.length === 0 ? {} : { transfers };
      }
      case "get_transfers": {
        const received = this.receipts.filter(isIn).map(({ minor, ...one }) => ({
          ...{ ...one, amount: 0, address: `sub${minor}`, subaddr_index: { major: 0, minor } },
          ...{ type: "in", unlock_time: 0 },
        }));
        return { in: params.in ? received : [], out: params.out ? this.out.filter(isIn) : [] };
      }
      case "transfer": {
        const amounts = (params.destinations as { amount: number }[]).map(({ amount }) => amount - 1);
        return { unsigned_txset: "00", fee: 1, amounts_by_dest: { amounts } };
      }
      case "export_outputs":
        return { outputs_data_hex: "00" };
      case "import_key_images":
        return this.#name(params.signed_key_images as { key_image: string }[], Number(params.offset));
      case "rescan_spent":
        for (const row of this.rows) row.spent = this.#stateOf(row.key_image) !== 0;
        return {};
      default:
        return {};
    }
  };
}

function refuse(code: number): never {
  throw code;
}
