import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimnets, testKey } from "../../../test/conformance/simnet-harness";
import { createSimnetService, type SimnetService } from "./service";
import { addressOfPrivateKey } from "./signing";
import type { Simnet } from "./simnet";

const simnets = startSimnets();
afterAll(simnets.stop);

const bitcoin = addressOfPrivateKey("bitcoin", testKey("bitcoin stranger"));
const ethereum = addressOfPrivateKey("ethereum", testKey("ethereum stranger"));

let simnet: Simnet;
let service: SimnetService;
beforeAll(async () => {
  simnet = await simnets.freshSimnet();
  service = createSimnetService(simnet);
});

describe("simnet service", () => {
  it("pays, mines, and reports the balance under any spelling of the currency", async () => {
    const paid = await service.pay({
      currency: "usdterc20",
      address: ethereum.toLowerCase(),
      amount: "1.000001",
    });
    expect(paid).toEqual({ ok: true, value: { txHash: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(await service.mine({ currency: "eth", blocks: 2 })).toEqual({
      ok: true,
      value: { currency: "ETH", height: 2 },
    });
    expect(await service.balance({ currency: "USDT-ERC20", address: ethereum.toLowerCase() })).toEqual({
      ok: true,
      value: { currency: "USDT-ERC20", address: ethereum, balance: "1.000001" },
    });
  });

  it("pays from a made-up source", async () => {
    const from = addressOfPrivateKey("bitcoin", testKey("a listed source"));
    await service.pay({ currency: "BTC", address: bitcoin, amount: "0.001", from });
    expect((await simnet.chain("bitcoin").mempool()).map((transfer) => transfer.from)).toEqual([[from]]);
  });

  it.each([
    [{ currency: "DOGE" }, "currency/unknown", "/currency"],
    [{ amount: "1e3" }, "amount/format", "/amount"],
    [{ amount: "0.0" }, "amount/zero", "/amount"],
    [{ amount: "0.123456789" }, "amount/precision", "/amount"],
    [{ amount: "0.00000545" }, "amount/min", "/amount"],
    [{ address: ethereum }, "address/network", "/address"],
    [{ address: "\u0000" }, "address/characters", "/address"],
    [{ from: "nobody" }, "address/format", "/from"],
  ])("refuses to pay %j", async (change, code, pointer) => {
    const before = await simnet.chain("bitcoin").mempool();
    const refused = await service.pay({ currency: "BTC", address: bitcoin, amount: "0.1", ...change });
    expect(refused).toMatchObject({ ok: false, error: { code, pointer } });
    expect(await simnet.chain("bitcoin").mempool()).toEqual(before);
  });

  it("drops what is unconfirmed and knows nothing else", async () => {
    const paid = await service.pay({
      currency: "TRX",
      address: addressOfPrivateKey("tron", testKey("t")),
      amount: "5",
    });
    if (!paid.ok) throw new Error(paid.error.code);
    expect(await service.drop(paid.value)).toEqual(paid);
    for (const txHash of [paid.value.txHash, "\u0000", "0".repeat(64)]) {
      expect(await service.drop({ txHash })).toMatchObject({
        ok: false,
        error: { code: "transaction/unknown" },
      });
    }
  });

  it("reorganises no deeper than the chain", async () => {
    expect(await service.reorg({ currency: "ETH", depth: 3 })).toMatchObject({
      ok: false,
      error: { code: "request/invalid", pointer: "/depth" },
    });
    expect(await service.reorg({ currency: "ETH", depth: 2 })).toEqual({
      ok: true,
      value: { currency: "ETH", height: 3 },
    });
  });

  it("finds nothing at what is no address or no currency", async () => {
    expect(await service.balance({ currency: "BTC", address: "\u0000" })).toMatchObject({
      ok: true,
      value: { balance: "0" },
    });
    expect(await service.balance({ currency: "DOGE", address: bitcoin })).toMatchObject({
      ok: false,
      error: { code: "currency/unknown" },
    });
  });
});
