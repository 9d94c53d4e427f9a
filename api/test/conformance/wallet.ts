import { expect } from "vitest";
import type {
  BuildRequest,
  FeeQuote,
  SignedTransaction,
  TransactionStatus,
  Transfer,
  UnsignedTransaction,
  WalletKey,
  WalletOutput,
} from "../../src/chains/chain";
import type { AssetCode } from "../../src/core/assets";
import { unsignedOf } from "../../src/payouts/unsigned";
import type { ChainHarness } from "./harness";

type Mined = Extract<TransactionStatus, { status: "mined" }>;

/** A payment of ours, built and signed but not sent. */
export type Payment = {
  request: BuildRequest;
  unsigned: UnsignedTransaction;
  signed: SignedTransaction;
  to: string;
  asset: AssetCode;
  units: bigint;
  quote: FeeQuote;
};

export type PaymentRequest = {
  key: WalletKey;
  asset: AssetCode;
  units: bigint;
  to: string;
  /** Account chains: default is the next one. */
  nonce?: number;
  /** UTXO chains: pays this many times the quoted fee, out of the change. */
  feeTimes?: bigint;
  /** Account chains: whether the fee must be exactly the one quoted. */
  isExact?: boolean;
};

/** What the suite does with a harness: deposits arriving at keys never used before, and payments out of them. */
export class ConformanceWallet {
  #nextKey = 1;
  #nextStranger = 1;
  readonly #outputs: WalletOutput[] = [];

  constructor(readonly harness: ChainHarness) {}

  freshKey(): WalletKey {
    return { branch: "deposit", index: this.#nextKey++ };
  }

  freshStranger(): string {
    return this.harness.strangerAddress(this.#nextStranger++);
  }

  /** Whether `Chain.block` reports transfers of this asset. */
  reportsTransfers(asset: AssetCode): boolean {
    const { chain, native } = this.harness;
    return asset !== native.asset || chain.nativeDeposits === "transfers";
  }

  /** Coins from outside, one confirmation deep; UTXO outputs are remembered for spending. */
  async deposit(
    key: WalletKey,
    { asset, units }: { asset: AssetCode; units: bigint },
  ): Promise<{ txId: string }> {
    const address = this.harness.addressOf(key);
    const { txId } = await this.harness.fund({ address, asset, units });
    await this.harness.mine(1);
    const { height } = await this.minedStatus(txId);
    for (const transfer of await this.transfersIn({ height, txId, to: address })) {
      this.#outputs.push({ txId, ordinal: transfer.ordinal, units: transfer.units, address, key });
    }
    return { txId };
  }

  async minedStatus(txId: string): Promise<Mined> {
    const status = await this.harness.chain.transaction(txId);
    expect(status.status).toBe("mined");
    if (status.status !== "mined") throw new Error("not mined");
    return status;
  }

  async transfersIn(query: { height: number; txId: string; to: string }): Promise<readonly Transfer[]> {
    const block = await this.harness.chain.block(query.height);
    return (block?.transfers ?? []).filter(({ txId, to }) => txId === query.txId && to === query.to);
  }

  async balance(address: string, asset: AssetCode, height?: number): Promise<bigint> {
    return this.harness.chain.balance({ address, asset, ...(height === undefined ? {} : { height }) });
  }

  /** Builds and signs a payment out of what `deposit` brought to the key. */
  async prepare(request: PaymentRequest): Promise<Payment> {
    const { chain, blocksLocked = 1 } = this.harness;
    if (blocksLocked > 1) await this.harness.mine(blocksLocked - 1);
    const { build, quote } =
      chain.model === "utxo" ? await this.#utxo(request) : await this.#account(request);
    const unsigned = await unsignedOf(chain, build);
    const signed = await this.harness.sign(unsigned, this.harness.keyOf);
    const { to, asset, units } = request;
    return { request: unsigned.request, unsigned, signed, to, asset, units, quote };
  }

  async send(payment: Payment): Promise<void> {
    expect(await this.harness.chain.broadcast(payment.signed.raw)).toEqual({ outcome: "accepted" });
  }

  async #utxo({
    key,
    units,
    to,
    feeTimes = 1n,
  }: PaymentRequest): Promise<{ build: BuildRequest; quote: FeeQuote }> {
    const inputs = this.#outputs.filter(
      (output) => output.key.index === key.index && output.key.branch === key.branch,
    );
    const total = inputs.reduce((sum, output) => sum + output.units, 0n);
    const paying = await this.harness.chain.feeQuote({ model: "utxo", inputs: inputs.length, outputs: 1 });
    if (total - paying.feeUnits === units) {
      return { build: { model: "utxo", inputs, outputs: [{ address: to, units }] }, quote: paying };
    }
    const quote = await this.harness.chain.feeQuote({ model: "utxo", inputs: inputs.length, outputs: 2 });
    const change = total - units - quote.feeUnits * feeTimes;
    const outputs = [
      { address: to, units },
      { address: this.harness.addressOf(key), units: change },
    ];
    return { build: { model: "utxo", inputs, outputs }, quote };
  }

  async #account(request: PaymentRequest): Promise<{ build: BuildRequest; quote: FeeQuote }> {
    const { key, asset, units, to, isExact = false } = request;
    const { chain } = this.harness;
    const from = this.harness.addressOf(key);
    const quote = await chain.feeQuote({ model: "account", asset, from, to, isExact });
    const nonce = request.nonce ?? (await chain.nonce(from));
    return { build: { model: "account", from, key, to, asset, units, nonce, fee: quote }, quote };
  }
}
