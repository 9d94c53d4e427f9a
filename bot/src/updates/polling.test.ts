import { type Api, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import { expect, test, vi } from "vitest";
import { pollUpdates, TelegramRefused } from "./polling";

type Asked = { offset: number; timeout: number; limit: number };

/** A Bot API that keeps its updates until an offset confirms them. */
function fakeApi(updates: Update[]) {
  const asked: Asked[] = [];
  const getUpdates = async (parameters: Asked) => {
    asked.push(parameters);
    return updates.filter(({ update_id }) => update_id >= parameters.offset).slice(0, parameters.limit);
  };
  return { asked, api: { getUpdates } as unknown as Api };
}

test("an update is confirmed when it and all before it are handled", async () => {
  const { asked, api } = fakeApi([{ update_id: 7 }, { update_id: 8 }]);
  const stop = new AbortController();
  const finish = new Map<number, () => void>();
  const dispatch = ({ update_id }: Update) =>
    new Promise<void>((resolve) => {
      expect(finish.has(update_id), "dispatched twice").toBe(false);
      finish.set(update_id, resolve);
    });
  const polling = pollUpdates({ api, dispatch, signal: stop.signal, log: () => {} });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), 60_000);
  finish.get(8)?.();
  const before = asked.length;
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before + 1), 60_000);
  expect(asked.slice(1).every(({ offset, timeout }) => offset === 7 && timeout === 0)).toBe(true);
  finish.get(7)?.();
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ offset: 9, timeout: 30 }), 60_000);
  stop.abort();
  await polling;
});

test("a refused token ends the polling, a server that fails does not", async () => {
  const stop = new AbortController();
  const failing = (code: number) => {
    const response = { ok: false as const, error_code: code, description: "no" };
    return {
      getUpdates: () => Promise.reject(new GrammyError("no", response, "getUpdates", {})),
    } as unknown as Api;
  };
  const options = { dispatch: async () => {}, signal: stop.signal, log: vi.fn() };
  await expect(pollUpdates({ ...options, api: failing(401) })).rejects.toThrow(TelegramRefused);
  await expect(pollUpdates({ ...options, api: failing(409) })).rejects.toThrow(TelegramRefused);
  const polling = pollUpdates({ ...options, api: failing(502) });
  await vi.waitFor(() => expect(options.log).toHaveBeenCalled(), 60_000);
  stop.abort();
  await polling;
});

test("an update that lasts holds up no other, however many come", async () => {
  const { api } = fakeApi(Array.from({ length: 350 }, (_, at) => ({ update_id: at + 1 })));
  const stop = new AbortController();
  const dispatched: number[] = [];
  const dispatch = async ({ update_id }: Update) => {
    dispatched.push(update_id);
    if (update_id === 1) await new Promise(() => {});
  };
  const polling = pollUpdates({ api, dispatch, signal: stop.signal, log: () => {} });
  await vi.waitFor(() => expect(dispatched).toHaveLength(350), 60_000);
  expect(new Set(dispatched).size).toBe(350);
  stop.abort();
  await polling;
});
