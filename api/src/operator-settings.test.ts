import { expect, test } from "vitest";
import { readConfig } from "./config";
import { analyticsOf, operatorSettings } from "./operator-settings";

test("simnet shows examples for what is not set, and names them", () => {
  const settings = operatorSettings({ SOTTO_NETWORK: "simnet", SOTTO_BOT_HANDLE: "@my_bot" });
  expect(settings).toMatchObject({ botHandle: "my_bot", supportEmail: expect.stringMatching(/\.example$/) });
  expect(settings.examples).toEqual(["supportEmail", "supportHandle", "operatorStatement"]);
});

test("other networks invent nothing", () => {
  const none = { supportEmail: null, supportHandle: null, operatorStatement: null, botHandle: null };
  expect(operatorSettings({ SOTTO_NETWORK: "regtest" })).toEqual({ ...none, examples: [] });
});

test("analytics are off by default, and take an address that a policy can name", () => {
  const analyticsUrl = (url: string) => readConfig({ SOTTO_ANALYTICS_URL: url }).site.analyticsUrl;
  expect(analyticsUrl("")).toBeNull();
  expect(analyticsUrl("https://stats.example:8443/in")).toBe("https://stats.example:8443/in");
  for (const url of [
    "stats.example",
    "ftp://stats.example",
    "https://u:p@stats.example",
    "https://stats.example/?id=1",
    "https://stats.example/#a",
    // A policy would allow all of the host, or all below the folder.
    "https://stats.example",
    "https://stats.example/in/",
    "https://stats.example/; script-src *",
  ])
    expect(() => analyticsUrl(url), url).toThrow("SOTTO_ANALYTICS_URL");
});

test("pages that come by https could not report to an http address", () => {
  expect(analyticsOf("regtest", "http://127.0.0.1:9/in")).toBe("http://127.0.0.1:9/in");
  expect(() => analyticsOf("mainnet", "http://stats.example/in")).toThrow("https address");
  expect(analyticsOf("mainnet", "https://stats.example/in")).toBe("https://stats.example/in");
});
