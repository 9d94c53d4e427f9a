import type { OrderState } from "@sotto/openapi";
import { describe, expect, test } from "vitest";
import type { Order } from "../lib/api";
import { createFakeApi, deletionNote, mixedOrder, ORDER_ID, order, problem } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const path = `/en/payment/${ORDER_ID}`;
const ENDED = { status: "completed", state: "completed", completedAt: "2026-11-20T10:20:00.000Z" } as const;
const unfolded = async (current: Order, fold: string) =>
  (await site(createFakeApi(() => current)).get(`${path}?open=${fold}`)).text();

describe("deleting an ended order", () => {
  const isAsked = (calls: readonly { method: string }[]) => calls.some(({ method }) => method === "DELETE");

  test.each([
    ["completed", true],
    ["refunded", true],
    ["expired", true],
    ["cancelled", true],
    ["waiting", false],
    ["sending", false],
    ["action_required", false],
  ] as [OrderState, boolean][])("%s: offered is %s", async (state, isOffered) => {
    const html = await unfolded(order({ state }), "delete");
    expect(html.includes('name="confirm"')).toBe(isOffered);
    expect(textOf(html).includes("You receive a signed note.")).toBe(isOffered);
  });

  test("of a mix it says that the plan goes too", async () => {
    expect(textOf(await unfolded(mixedOrder(ENDED, { step: "done" }), "delete"))).toContain(
      "Its plan is deleted too",
    );
    expect(textOf(await unfolded(order(ENDED), "delete"))).not.toContain("Its plan is deleted too");
  });

  test("asks for a confirmation before it asks the service", async () => {
    const api = createFakeApi(() => order(ENDED));
    const answer = await site(api).post(path, { intent: "delete" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toMatch(/id="confirm-message"[^>]*>Please tick the box/);
    expect(isAsked(api.calls)).toBe(false);
  });

  test("shows the note once, as text and as a file, and the order no more", async () => {
    const api = createFakeApi(() => order(ENDED));
    const answer = await site(api).post(path, { intent: "delete", confirm: "on" });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(isAsked(api.calls)).toBe(true);
    expect(html).toContain("<title>Order deleted · Sotto</title>");
    expect(html).not.toContain('http-equiv="refresh"');
    expect(textOf(html)).not.toContain("5,972.2");
    const [, file = "", name] =
      /<a href="data:application\/json;charset=utf-8,([^"]+)" download="([^"]+)"/.exec(html) ?? [];
    expect(name).toBe("sotto-deletion-note.json");
    expect(JSON.parse(decodeURIComponent(file))).toEqual(deletionNote);
    expect(textOf(html)).toContain(deletionNote.signature);
    const mixer = await (await site(api).get(path)).text();
    expect(mixer).not.toContain(deletionNote.signature);
  });

  test("a refusal keeps the order's page and says why", async () => {
    const api = createFakeApi(() => order(ENDED));
    api.answers.set(`DELETE /api/exchanges/${ORDER_ID}`, () =>
      problem(409, "order/not-ended", "Money is still under way."),
    );
    const answer = await site(api).post(path, { intent: "delete", confirm: "on" });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(html).toMatch(/id="confirm-message"[^>]*>Money is still under way\./);
    expect(html).toContain("<h1");
    expect(textOf(html)).toContain("5,972.2");
  });
});
