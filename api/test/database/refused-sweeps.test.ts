import pino from "pino";
import { expect, it } from "vitest";
import { SignerRefusal } from "../../src/chains/signer";
import { readStuck } from "../../src/ledger/stuck-store";
import { sweep } from "../../src/payouts/sweeper";
import { addressOf, DEPOSIT } from "../chains/signer";
import { chainPaymentHooks, clock, fund, kinds, parts, place, simnet, watch } from "./chain-payments";

chainPaymentHooks();

const TOKEN = "USDT-ERC20";
const logged: { reason?: string }[] = [];
const log = pino({ level: "warn" }, { write: (line) => void logged.push(JSON.parse(line)) });

/** One tick, in which the signer refuses for this reason, or signs. */
async function tick(reason: string | null): Promise<void> {
  const { signer, ...rest } = parts();
  const sign: typeof signer.sign = async (request) => {
    if (reason !== null) throw new SignerRefusal(reason);
    return signer.sign(request);
  };
  await sweep({ ...rest, log, signer: { ...signer, sign } }, simnet.chain("ethereum"));
}
const listed = async () => (await readStuck(place.admin)).first.filter(({ kind }) => kind === "sweep");

it("a sweep that the signer refuses is logged once for each reason, and listed after an hour until it is signed", async () => {
  await fund("ethereum", 10n ** 18n);
  await place.owner.$client`INSERT INTO unswept (chain, address, index, asset, units)
    VALUES ('ethereum', ${addressOf("ethereum", DEPOSIT)}, ${DEPOSIT.index}, ${TOKEN}, 1000000000)`;
  const began = clock.now();
  for (const reason of ["of another key", "of another key", "above the cap", "above the cap"])
    await tick(reason);
  expect(logged.map(({ reason }) => reason)).toEqual(["of another key", "above the cap"]);
  expect(await listed()).toEqual([]);
  clock.ms += 61 * 60_000;
  await watch("ethereum");
  await tick("above the cap");
  expect(logged).toHaveLength(2);
  const sweeps = { kind: "sweep", name: TOKEN, awaits: "signer", since: began, detail: "above the cap" };
  expect(await listed()).toEqual([sweeps]);
  await tick(null);
  expect(await kinds()).toEqual(["top_up signed"]);
  expect(await listed()).toEqual([]);
});
