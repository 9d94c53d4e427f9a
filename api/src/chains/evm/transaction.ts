import { secp256k1 } from "@noble/curves/secp256k1.js";
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializableLegacy,
  toHex,
} from "viem";
import { privateKeyToAccount, publicKeyToAddress } from "viem/accounts";
import { assert } from "../../core/assert";
import { type AssetCode, type ChainId, NATIVE_ASSET } from "../../core/assets";
import type { BuildRequest, DecodedTransaction, UnsignedTransaction } from "../chain";
import type { SignFunction } from "../signer";
import { gasOf } from "./fees";
import type { TokensByContract } from "./transfers";

/** What an EVM chain's transactions are made of, without a node. */
export type EvmCodec = {
  chain: ChainId;
  /** EIP-155: part of what is signed, so that a signature is worth nothing on another chain. */
  chainId: number;
  contracts: ReadonlyMap<AssetCode, Hex>;
  tokens: TokensByContract;
};

/** Selector, address and amount of EIP-20's transfer. */
const TRANSFER_CALLDATA_BYTES = 4 + 32 + 32;
const RAW_HEX_LENGTH_MAX = 2_000;

type AccountRequest = Extract<BuildRequest, { model: "account" }>;
type Fields = TransactionSerializableEIP1559 | TransactionSerializableLegacy;

/** Encodes a native payment or a token's `transfer` (EIP-1559, or EIP-155 legacy, as the fee quote says). */
export function buildTransaction(codec: EvmCodec, request: BuildRequest): UnsignedTransaction {
  assert(request.model === "account", "an EVM chain builds account transactions");
  assert(request.units > 0n || isCancel(codec, request), "units must be positive");
  assert(Number.isSafeInteger(request.nonce) && request.nonce >= 0, "nonce must be a natural number");
  assert(
    isAddress(request.from) && isAddress(request.to),
    "sender and recipient must be checksummed addresses",
  );
  const to = getAddress(request.to);
  const gas = gasOf(request.fee);
  const common = {
    chainId: codec.chainId,
    nonce: request.nonce,
    gas: gas.gas,
    ...callOf(codec, { ...request, to }),
  };
  const fields: Fields =
    gas.type === "eip1559"
      ? {
          ...common,
          type: "eip1559",
          maxFeePerGas: gas.maxFeePerGas,
          maxPriorityFeePerGas: gas.maxPriorityFeePerGas,
        }
      : { ...common, type: "legacy", gasPrice: gas.gasPrice };
  return { chain: codec.chain, request, payload: serializeTransaction(fields), keys: [request.key] };
}

/** Nothing to oneself: all that it does is to use its nonce. */
const isCancel = ({ chain }: EvmCodec, { from, to, asset, units }: AccountRequest): boolean =>
  units === 0n && from === to && asset === NATIVE_ASSET[chain];

/** Target, value and calldata of a payment. */
function callOf(codec: EvmCodec, payment: { asset: AssetCode; to: Hex; units: bigint }) {
  if (payment.asset === NATIVE_ASSET[codec.chain]) return { to: payment.to, value: payment.units };
  const contract = codec.contracts.get(payment.asset);
  assert(contract, "no contract is configured for the asset", { asset: payment.asset });
  const args = [payment.to, payment.units] as const;
  return {
    to: contract,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args }),
  };
}

/** Signs an EVM payload (deterministically, RFC 6979); throws when the key is not the sender's. */
export const signEvm: SignFunction = async (transaction, keyOf) => {
  const { request } = transaction;
  assert(request.model === "account", "an EVM transaction has one sender");
  const account = privateKeyToAccount(toHex(keyOf(request.key)));
  assert(account.address === request.from, "the key does not belong to the sender");
  const raw = await account.signTransaction(fieldsOf(transaction.payload).fields);
  return { raw, txId: keccak256(raw) };
};

/**
 * Reads signed bytes back. Throws when they are anything else than one plain native payment or one `transfer` of a
 * configured token on this chain, in the one encoding that `buildTransaction` and `signEvm` produce.
 */
export function decodeTransaction(codec: EvmCodec, raw: string): DecodedTransaction {
  const { fields, bytes } = fieldsOf(raw);
  assert(fields.chainId === codec.chainId, "transaction of another chain");
  const { r, s } = fields;
  assert(r && s, "transaction without a signature");
  const yParity = fields.yParity ?? Number(fields.v ?? 0n) - 35 - 2 * codec.chainId;
  assert(yParity === 0 || yParity === 1, "signature without a parity");
  const { r: _r, s: _s, v: _v, yParity: _y, ...unsigned } = fields;
  const again = serializeTransaction(unsigned, { r, s, yParity, v: BigInt(27 + yParity) });
  assert(again === bytes, "transaction in an unusual encoding");
  return {
    txId: keccak256(bytes),
    outputs: [outputOf(codec, fields)],
    inputs: [],
    sender: senderOf({ digest: keccak256(serializeTransaction(unsigned)), r, s, yParity }),
    nonce: fields.nonce ?? 0,
    feeUnitsMax: (fields.gas ?? 0n) * (fields.maxFeePerGas ?? fields.gasPrice ?? 0n),
  };
}

/** The prices per gas that signed bytes offer; where they offer one, it counts as both. */
export function pricesOf(raw: string): { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice } = fieldsOf(raw).fields;
  const price = gasPrice ?? 0n;
  return { maxFeePerGas: maxFeePerGas ?? price, maxPriorityFeePerGas: maxPriorityFeePerGas ?? price };
}

type SignedFields = Fields & { r?: Hex; s?: Hex; v?: bigint; yParity?: number };

function fieldsOf(raw: string): { fields: SignedFields; bytes: Hex } {
  assert(
    /^0x[0-9a-f]+$/.test(raw) && raw.length <= RAW_HEX_LENGTH_MAX,
    "not the bytes of a transaction of ours",
  );
  const bytes = raw as Hex;
  const fields = parseTransaction(bytes) as SignedFields;
  const { type } = fields;
  assert(type === "eip1559" || type === "legacy", "transaction of an unexpected type", { type });
  assert(!("accessList" in fields), "transaction with an access list");
  return { fields, bytes };
}

function outputOf(
  codec: EvmCodec,
  { to, value = 0n, data = "0x" }: Fields,
): DecodedTransaction["outputs"][number] {
  assert(to, "transaction without a recipient");
  if (data === "0x") return { asset: NATIVE_ASSET[codec.chain], to: getAddress(to), units: value };
  const asset = codec.tokens.get(to.toLowerCase());
  assert(asset, "call of an unknown contract");
  assert(value === 0n, "token transfer with a native value");
  assert(data.length === 2 + 2 * TRANSFER_CALLDATA_BYTES, "calldata is not a transfer");
  const call = decodeFunctionData({ abi: erc20Abi, data });
  assert(call.functionName === "transfer", "calldata is not a transfer");
  const [recipient, units] = call.args;
  return { asset, to: getAddress(recipient), units };
}

function senderOf({ digest, r, s, yParity }: { digest: Hex; r: Hex; s: Hex; yParity: number }): string {
  const signature = new secp256k1.Signature(BigInt(r), BigInt(s), yParity);
  const publicKey = signature.recoverPublicKey(hexToBytes(digest));
  return publicKeyToAddress(toHex(publicKey.toBytes(false)));
}
