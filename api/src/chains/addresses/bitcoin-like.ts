import { schnorr } from "@noble/curves/secp256k1.js";
import { bech32, bech32m } from "@scure/base";
import { Address } from "@scure/btc-signer";
import { err, ok, type Result } from "../../core/result";
import { base58Payload } from "./base58-checked";
import {
  type AddressNetwork,
  type BitcoinLike,
  otherPrefixes,
  type Prefixes,
  prefixesOf,
} from "./bitcoin-networks";
import { type AddressError, attempt, isZero } from "./failure";

const BECH32_LENGTH_MAX = 90;
/** The P2SH version of all test networks before Litecoin's had one of its own. */
const OLD_TEST_SCRIPT_HASH = 0xc4;

/**
 * Reads P2PKH, P2SH, P2WPKH, P2WSH (BIP 173) and P2TR (BIP 350) of one network of a chain; later witness versions have no
 * known meaning and are refused.
 */
export function parseBitcoinLike(
  chain: Extract<BitcoinLike, "bitcoin" | "litecoin">,
  address: string,
  on: AddressNetwork,
): Result<string, AddressError> {
  const network = prefixesOf(chain, on);
  const others = otherPrefixes(chain, on);
  const isSegwit = [network, ...others].some(({ bech32: hrp }) =>
    address.toLowerCase().startsWith(`${hrp}1`),
  );
  const failure = isSegwit
    ? segwitFailure(address, network, others)
    : base58Failure(address, network, others);
  if (failure) return err(failure);
  const decoded = attempt(() => Address(network).decode(address));
  if (!decoded) return err("address/format");
  switch (decoded.type) {
    case "pkh":
    case "sh":
    case "wpkh":
    case "wsh":
      return isZero(decoded.hash) ? err("address/zero") : ok(Address(network).encode(decoded));
    case "tr":
      if (isZero(decoded.pubkey)) return err("address/zero");
      // An x that is on no curve point can never be spent (BIP 341).
      if (!attempt(() => schnorr.utils.lift_x(BigInt(`0x${Buffer.from(decoded.pubkey).toString("hex")}`)))) {
        return err("address/format");
      }
      return ok(Address(network).encode(decoded));
    default:
      // Pay-to-anchor and bare scripts: anyone could take what is sent there.
      return err("address/format");
  }
}

function segwitFailure(
  address: string,
  network: Prefixes,
  others: readonly Prefixes[],
): AddressError | undefined {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return "address/format";
  if (!/^[a-z]+1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{7,}$/.test(address.toLowerCase())) return "address/format";
  const first = attempt(() => bech32.decode(address as `${string}1${string}`, BECH32_LENGTH_MAX));
  const later = attempt(() => bech32m.decode(address as `${string}1${string}`, BECH32_LENGTH_MAX));
  const decoded = first ?? later;
  if (!decoded) return address.length > BECH32_LENGTH_MAX ? "address/format" : "address/checksum";
  // BIP 350: version 0 has the checksum of BIP 173, every later version that of BIP 350.
  if ((decoded.words[0] === 0) !== (decoded === first)) return "address/checksum";
  if (others.some(({ bech32: hrp }) => hrp === decoded.prefix)) return "address/network";
  return decoded.prefix === network.bech32 ? undefined : "address/format";
}

function base58Failure(
  address: string,
  network: Prefixes,
  others: readonly Prefixes[],
): AddressError | undefined {
  const payload = base58Payload(address, 21);
  if (!payload.ok) return payload.error;
  const version = payload.value[0] ?? 0;
  if (version === network.pubKeyHash || version === network.scriptHash) return undefined;
  const foreign = others.flatMap(({ pubKeyHash, scriptHash }) => [pubKeyHash, scriptHash]);
  return [...foreign, OLD_TEST_SCRIPT_HASH].includes(version) ? "address/network" : "address/format";
}
