import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseList, screeningForm } from "./list";
import { createScreening } from "./service";

const CASH = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
/** The same in the form before CashAddr, from the specification of CashAddr. */
/** A script's hash of 32 bytes, which has no old form. */
const LONG_CASH = "bitcoincash:pvrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswjswhs9m8";
const OLD_CASH = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";

describe("a list file", () => {
  it("has an address a line, comments, and a date", () => {
    const list = parseList(
      "# sanctions\n# date: 2026-01-01\n\n1BoatSLRHtKNngkdXEeobR76b53LETtpyT # a boat\r\n",
      "2025-05-05",
    );
    expect(list).toMatchObject({ ok: true, value: { date: "2026-01-01" } });
    expect(list.ok && [...list.value.addresses]).toEqual(["1BoatSLRHtKNngkdXEeobR76b53LETtpyT"]);
  });

  it("has the day of its last change where it names none", () => {
    expect(parseList("", "2025-05-05")).toMatchObject({ ok: true, value: { date: "2025-05-05" } });
  });

  it.each(["1Boat 2Boat", "# date: 2026-13-41\n1Boat"])("is refused: %j", (text) => {
    expect(parseList(text, "2025-05-05").ok).toBe(false);
  });
});

describe("the form for comparing", () => {
  it.each([
    ["0x9858EfFD232B4033E47d90003D41EC34EcaEda94", "0x9858effd232b4033e47d90003d41ec34ecaeda94"],
    ["BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    [`bitcoincash:${CASH}`, OLD_CASH],
    [`BITCOINCASH:${CASH.toUpperCase()}`, OLD_CASH],
    [CASH, OLD_CASH],
    [OLD_CASH, OLD_CASH],
    ["bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w", OLD_CASH],
    ["ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq", "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC"],
    ["bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t", "2NFecgvisbwjgiLnwnbdwfNMj8fhrm9Fbqe"],
    [LONG_CASH, LONG_CASH],
    [LONG_CASH.replace("bitcoincash:", ""), LONG_CASH],
    [LONG_CASH.toUpperCase(), LONG_CASH],
    [CASH.replace("q", "p"), CASH.replace("q", "p")],
    ["TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  ])("of %s is %s", (address, form) => {
    expect(screeningForm(address)).toBe(form);
  });
});

describe("screening", () => {
  let dir: string;
  let now = 0;
  const log = { warn: vi.fn() };
  const open = (folder: string | undefined = dir) =>
    createScreening({ dir: folder, clock: { now: () => now }, log });
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "sotto-lists-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it("finds an address in any spelling that the list may have", () => {
    writeFileSync(join(dir, "a.txt"), `0x9858EfFD232B4033E47d90003D41EC34EcaEda94\nbitcoincash:${CASH}\n`);
    const screening = open();
    expect(screening.isListed("0x9858effd232b4033e47d90003d41ec34ecaeda94")).toBe(true);
    expect(screening.isListed(CASH)).toBe(true);
  });

  it("finds an address of any list, and dates itself by the oldest", () => {
    writeFileSync(join(dir, "a.txt"), "# date: 2026-02-02\n0x9858effd232b4033e47d90003d41ec34ecaeda94\n");
    writeFileSync(join(dir, "b.txt"), `# date: 2026-01-01\n${CASH}\n`);
    writeFileSync(join(dir, "readme.md"), "1BoatSLRHtKNngkdXEeobR76b53LETtpyT");
    const screening = open();
    expect(screening.isListed("0x9858EfFD232B4033E47d90003D41EC34EcaEda94")).toBe(true);
    expect(screening.isListed(`bitcoincash:${CASH}`)).toBe(true);
    expect(screening.isListed("1BoatSLRHtKNngkdXEeobR76b53LETtpyT")).toBe(false);
    expect(screening.listDate()).toBe("2026-01-01");
  });

  it("reads changed files again, and keeps the last good list when one turns bad", () => {
    writeFileSync(join(dir, "a.txt"), "first\n");
    const screening = open();
    writeFileSync(join(dir, "a.txt"), "first\nsecond\n");
    expect(screening.isListed("second")).toBe(false);
    now += 5_000;
    expect(screening.isListed("second")).toBe(true);
    writeFileSync(join(dir, "a.txt"), "two addresses\n");
    now += 5_000;
    expect(screening.isListed("second")).toBe(true);
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it("does not start on a bad list or a missing folder, and clears everybody without one", () => {
    writeFileSync(join(dir, "a.txt"), "two addresses\n");
    expect(() => open()).toThrow("screening list a.txt");
    expect(() => open(join(dir, "none"))).toThrow();
    const none = createScreening({ dir: undefined, clock: { now: () => now }, log });
    expect([none.isListed("x"), none.listDate()]).toEqual([false, null]);
  });
});
