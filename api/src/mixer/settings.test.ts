import { expect, test } from "vitest";
import { type MixerSettings, parseSettings, type SettingsInput } from "./settings";

const parse = (input: SettingsInput, torAvailable = false) => parseSettings(input, { torAvailable });
const code = (input: SettingsInput) => {
  const parsed = parse(input);
  return parsed.ok ? "ok" : parsed.error.code;
};

test.each([
  ["basic", 3, 10],
  ["enhanced", 5, 30],
  ["maximum", 10, 60],
] as const)("the home form's %s is %i rounds in %i minutes", (preset, rounds, delayMinutes) => {
  const value: MixerSettings = {
    form: "home",
    rounds,
    delayMinutes,
    randomDelay: true,
    randomAmounts: true,
    tor: false,
    level: preset,
  };
  expect(parse({ preset })).toEqual({ ok: true, value });
});

test("nothing chosen means the defaults of the mixer page", () => {
  const value: MixerSettings = {
    form: "mixer",
    rounds: 3,
    delayMinutes: 15,
    randomDelay: true,
    randomAmounts: true,
    tor: false,
    level: "enhanced",
  };
  expect(parse({})).toEqual({ ok: true, value });
});

test("what is chosen is kept", () => {
  const chosen = {
    mixingRounds: 10,
    delayMinutes: 0,
    useRandomDelay: false,
    useRandomAmounts: false,
    enableTorIntegration: true,
    privacyLevel: "maximum",
  } as const;
  expect(parse(chosen, true)).toEqual({
    ok: true,
    value: {
      form: "mixer",
      rounds: 10,
      delayMinutes: 0,
      randomDelay: false,
      randomAmounts: false,
      tor: true,
      level: "maximum",
    },
  });
});

test("rounds go from 1 to 10, a delay from 0 to 120 minutes in steps of 5", () => {
  for (const mixingRounds of [1, 2, 10]) expect(code({ mixingRounds })).toBe("ok");
  for (const mixingRounds of [0, 11, -1, 1.5, Number.NaN])
    expect(code({ mixingRounds })).toBe("mixer/rounds");
  for (const delayMinutes of [0, 5, 120]) expect(code({ delayMinutes })).toBe("ok");
  for (const delayMinutes of [-5, 3, 121, 125, 7.5]) expect(code({ delayMinutes })).toBe("mixer/delay");
});

test("an unknown level is refused, as a preset too", () => {
  const level = "ultra" as "basic";
  expect(code({ privacyLevel: level })).toBe("mixer/level");
  expect(code({ preset: level })).toBe("mixer/level");
});

test("Tor is refused where it is not offered", () => {
  expect(code({ enableTorIntegration: true })).toBe("mixer/tor-unavailable");
  expect(parse({ enableTorIntegration: true }, true).ok).toBe(true);
});
