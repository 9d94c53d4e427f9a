import { type AssetCode, assetOf, CHAIN_IDS, type ChainId } from "../../core/assets";
import { err, ok, type Result } from "../../core/result";
import { parseDash, parseTron, parseZcash } from "./base58-checked";
import { parseBitcoinLike } from "./bitcoin-like";
import type { AddressNetwork } from "./bitcoin-networks";
import { parseCardano } from "./cardano";
import { parseCashAddress } from "./cash-address";
import { parseEvm } from "./evm";
import type { AddressError, AddressParser } from "./failure";
import { parseMonero } from "./monero";
import { parseSolana } from "./solana";

/** No supported address is longer: Monero's integrated ones have 106 characters. */
const ADDRESS_LENGTH_MAX = 120;

const PARSERS: Readonly<Record<ChainId, AddressParser>> = {
  bitcoin: (address, network) => parseBitcoinLike("bitcoin", address, network),
  litecoin: (address, network) => parseBitcoinLike("litecoin", address, network),
  bitcoincash: parseCashAddress,
  dash: parseDash,
  zcash: parseZcash,
  monero: parseMonero,
  cardano: parseCardano,
  ethereum: parseEvm,
  bsc: parseEvm,
  polygon: parseEvm,
  tron: parseTron,
  solana: parseSolana,
};

/**
 * Checks whether `address` can be paid in `asset` on a network, by default the main one, and returns its normal form. Errors: `address/characters` (blanks,
 * invisible or foreign letters), `address/uri`, `address/network` (another chain's or a test network's),
 * `address/checksum`, `address/zero` (it has no owner), otherwise `address/format`.
 */
export function validateAddress(request: {
  asset: AssetCode;
  address: string;
  network?: AddressNetwork;
}): Result<{ normalized: string }, AddressError> {
  const { address, network = "main" } = request;
  const failure = textFailure(address);
  if (failure) return err(failure);
  const chain = assetOf(request.asset).chain;
  const own = PARSERS[chain](address, network);
  if (own.ok) return ok({ normalized: own.value });
  if (own.error === "address/format" || own.error === "address/checksum") {
    const isElsewhere = CHAIN_IDS.some(
      (other) => other !== chain && isRecognised(PARSERS[other](address, network)),
    );
    if (isElsewhere) return err("address/network");
  }
  return own;
}

/** The chains on which `address` is a payable address, for hints such as "this is a Litecoin address". */
export function chainsOf(address: string): ChainId[] {
  return textFailure(address) ? [] : CHAIN_IDS.filter((chain) => PARSERS[chain](address, "main").ok);
}

/** An address in its chain's normal form, for comparing; as it is when it is none of the main network. */
export function normalAddress(chain: ChainId, address: string): string {
  const parsed = PARSERS[chain](address, "main");
  return parsed.ok ? parsed.value : address;
}

const isRecognised = (parsed: Result<string, AddressError>): boolean =>
  parsed.ok || parsed.error === "address/network" || parsed.error === "address/zero";

function textFailure(text: string): AddressError | undefined {
  if (text.length === 0 || text.length > ADDRESS_LENGTH_MAX) return "address/format";
  if (/[^\x21-\x7e]/.test(text)) return "address/characters";
  if (/^(?!bitcoincash:|bchtest:|bchreg:)[a-z][a-z0-9+.-]*:|[?&]/i.test(text)) return "address/uri";
  return undefined;
}
