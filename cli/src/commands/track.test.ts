import type { Track } from "@sotto/openapi";
import { afterEach, describe, expect, test } from "vitest";
import { example } from "../testing/contract";
import { type FakeAnswer, problem, runSotto, startFakeApi } from "../testing/fake-api";
import { coarseTime } from "./track";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const PATH = "/api/track/482915037";
const DONE: Track = {
  ...example<Track>("GET", PATH),
  status: "completed",
  state: "completed",
  receiveAddress: "…YdH",
};
const done: FakeAnswer = { body: DONE };
const pending: FakeAnswer = { body: { ...DONE, status: "pending", state: "waiting", completedAt: null } };
const asked: FakeAnswer = {
  status: 429,
  body: problem(429, "track/tail-required", "Please add the last four characters."),
};

/** `sotto track`, and the queries that it sent. */
async function track(
  args: readonly string[],
  { answers, ...routes }: { plain?: FakeAnswer[]; tailed?: FakeAnswer[]; answers?: string[] } = {},
) {
  const { plain = [asked], tailed = [done] } = routes;
  const api = await startFakeApi({ [`GET ${PATH}`]: plain, [`GET ${PATH}?tail=WYdH`]: tailed });
  closers.push(api.close);
  const ran = await runSotto(["track", "482915037", ...args], {
    apiUrl: api.url,
    ...(answers === undefined ? {} : { answers }),
  });
  return {
    ...ran,
    queries: api.requests.map(({ path }) => path.slice(PATH.length)),
    statuses: args.includes("--table") ? [] : ran.out.map((line) => JSON.parse(line).status),
  };
}

describe("while the server asks for the last characters of the address", () => {
  test.each(["WYdH", " TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH "])(
    "a person is asked and types %j",
    async (typed) => {
      const ran = await track([], { answers: [typed] });
      expect(ran).toMatchObject({ exitCode: 0, queries: ["", "?tail=WYdH"], statuses: ["completed"] });
      expect(ran.notes).toEqual(["Please add the last four characters. (track/tail-required)"]);
      expect(ran.questions).toEqual(["Last four characters of the address you receive at: "]);
    },
  );

  test("a person who types something else is told what it has to be", async () => {
    const { notes, ...ran } = await track([], { answers: ["no"] });
    expect(ran).toMatchObject({ exitCode: 2, queries: [""] });
    expect(notes).toContain("sotto: The last characters are four letters or digits.");
  });

  test("a script is told at once which option to add", async () => {
    const { notes, ...ran } = await track([]);
    expect(ran).toMatchObject({ exitCode: 4, out: [], waitsMs: [], queries: [""] });
    expect(notes[1]).toContain("Add --tail with the last four characters");
    expect(await track(["--tail", "WYdH"])).toMatchObject({ exitCode: 0, queries: ["?tail=WYdH"] });
    expect(await track(["--tail", "a-b"])).toMatchObject({ exitCode: 2, queries: [] });
  });

  test("--watch asks a person once", async () => {
    const ran = await track(["--watch"], {
      plain: [pending, asked],
      tailed: [pending, done],
      answers: ["WYdH"],
    });
    expect(ran).toMatchObject({ exitCode: 0, queries: ["", "", "?tail=WYdH", "?tail=WYdH"] });
    expect(ran).toMatchObject({ statuses: ["pending", "completed"], questions: { length: 1 } });
  });

  test("--watch in a script looks again later", async () => {
    const ran = await track(["--watch"], { plain: [pending, asked, asked, done] });
    expect(ran).toMatchObject({ exitCode: 0, statuses: ["pending", "completed"] });
    expect(ran.waitsMs).toEqual([10_000, 10_000, 10_000]);
  });
});

test("a coarse time is shown as coarse as it is", () => {
  const at = "2026-01-01T12:00:00.000Z";
  const now = (minutes: number) => Date.parse(at) + minutes * 60_000;
  expect(coarseTime(at, 600, now(4))).toBe("within the last 10 minutes");
  expect(coarseTime(at, 600, now(14))).toBe("between 2026-01-01 12:00 and 12:10 UTC");
  expect(coarseTime(at, null, now(4))).toBe("about 2026-01-01 12:00 UTC");
});

test("a refunded order shows what arrived and what went back, and no promise", async () => {
  const refunded: Track = {
    ...DONE,
    status: "failed",
    state: "refunded",
    basis: "refunded",
    receiveAmount: null,
    refundAmount: "0.039",
  };
  const { out } = await track(["--table"], { plain: [{ body: refunded }] });
  expect(out).toContain("arrived   about 0.05 BTC");
  expect(out).toContain("refunded  about 0.039 BTC");
  expect(out.join("\n")).not.toContain("USDT");
});
