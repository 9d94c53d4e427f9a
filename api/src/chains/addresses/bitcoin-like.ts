import { schnorr } from "@noble/curves/secp256k1.js";
import { bech32, bech32m } from "@scure/base";
import { Address, NETWORK } from "@scure/btc-signer";
import { err, ok, type Result } from "../../core/result";
import { base58Payload } from "./base58-checked";
import { type AddressError, type AddressParser, attempt, isZero } from "./failure";

type Network = typeof NETWORK;
type TestNetwork = { hrps: readonly string[]; versions: readonly number[] };

/** Litecoin's main network as in its chainparams.cpp; the old P2SH version 5 is left out, being Bitcoin's too. */
export const LITECOIN_NETWORK: Network = { bech32: "ltc", pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };

const BITCOIN_TEST: TestNetwork = { hrps: ["tb", "bcrt"], versions: [0x6f, 0xc4] };
const LITECOIN_TEST: TestNetwork = { hrps: ["tltc", "rltc"], versions: [0x6f, 0xc4, 0x3a] };
const BECH32_LENGTH_MAX = 90;

/** Reads P2PKH, P2SH, P2WPKH, P2WSH (BIP 173) and P2TR (BIP 350); later witness versions have no known meaning and are refused. */
export const parseBitcoin: AddressParser = (address) => parse(address, NETWORK, BITCOIN_TEST);

/** As `parseBitcoin`, with Litecoin's prefixes (L, M, ltc1). */
export const parseLitecoin: AddressParser = (address) => parse(address, LITECOIN_NETWORK, LITECOIN_TEST);

function parse(address: string, network: Network, test: TestNetwork): Result<string, AddressError> {
  const isSegwit = [network.bech32, ...test.hrps].some((hrp) => address.toLowerCase().startsWith(`${hrp}1`));
  const failure = isSegwit ? segwitFailure(address, network, test) : base58Failure(address, network, test);
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

function segwitFailure(address: string, network: Network, test: TestNetwork): AddressError | undefined {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return "address/format";
  if (!/^[a-z]+1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{7,}$/.test(address.toLowerCase())) return "address/format";
  const first = attempt(() => bech32.decode(address as `${string}1${string}`, BECH32_LENGTH_MAX));
  const later = attempt(() => bech32m.decode(address as `${string}1${string}`, BECH32_LENGTH_MAX));
  const decoded = first ?? later;
  if (!decoded) return address.length > BECH32_LENGTH_MAX ? "address/format" : "address/checksum";
  // BIP 350: version 0 has the checksum of BIP 173, every later version that of BIP 350.
  if ((decoded.words[0] === 0) !== (decoded === first)) return "address/checksum";
  if (test.hrps.includes(decoded.prefix)) return "address/network";
  return decoded.prefix === network.bech32 ? undefined : "address/format";
}

function base58Failure(address: string, network: Network, test: TestNetwork): AddressError | undefined {
  const payload = base58Payload(address, 21);
  if (!payload.ok) return payload.error;
  const version = payload.value[0] ?? 0;
  if (version === network.pubKeyHash || version === network.scriptHash) return undefined;
  return test.versions.includes(version) ? "address/network" : "address/format";
}
