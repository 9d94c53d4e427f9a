import { beforeEach, expect, it } from "vitest";
import { attempts, output, paymentHooks, place, sign } from "./payment-world";

paymentHooks();
beforeEach(() => place.owner.$client`DELETE FROM unplanned_spends`);

const spend = (chain: string, state: string) => place.owner.$client`
  INSERT INTO unplanned_spends (chain, tx_id, outputs, state, reason, seen_at)
  VALUES (${chain}, ${`${chain} ${state}`}, '{}', ${state}, ${state === "open" ? null : "Known."}, now())`;

it.each(["open", "asked"])(
  "signs nothing on a chain where somebody else spends our coins: %s",
  async (state) => {
    await spend("tron", state);
    expect(await sign()).toEqual({ kind: "waits", for: "unplanned_spend" });
    expect(await attempts()).toEqual([]);
    await place.owner.$client`UPDATE unplanned_spends SET state = 'adopted', reason = 'Known.'`;
    expect(await sign()).toEqual({ kind: "signed" });
  },
);

it("signs on other chains meanwhile", async () => {
  await output("coin", 100n);
  await spend("bitcoin", "open");
  expect(await sign()).toEqual({ kind: "signed" });
});
