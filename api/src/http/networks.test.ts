import { expect, it } from "vitest";
import { isNearby, networksOf } from "./networks";

it.each([
  "1.2.3.4",
  "1.2.3.4:5678",
  " 1.2.3.4 ",
  "::ffff:1.2.3.4",
  "::ffff:0102:0304",
  "::FFFF:102:304",
  "0:0:0:0:0:ffff:0102:0304",
  "[::ffff:0102:0304]:443",
  '"[::ffff:1.2.3.4]:443"',
])("takes %s for the client 1.2.3.4", (text) => {
  expect(networksOf(text)).toEqual([{ name: "1.2.3.4", times: 1 }]);
});

it.each([
  "2001:db8:1:203::9",
  "[2001:DB8:1:203::9]",
  "[2001:db8:0001:0203:ffff::1]:443",
  "2001:db8:1:203::9%eth0",
])("counts %s by its /64, and by a /56 and a /48 with larger budgets", (text) => {
  expect(networksOf(text)).toEqual([
    { name: "20010db800010203/64", times: 1 },
    { name: "20010db8000102/56", times: 3 },
    { name: "20010db80001/48", times: 10 },
  ]);
});

it.each([
  "",
  "unknown",
  "_hidden",
  "1.2.3",
  "256.1.1.1",
  "01.2.3.4",
  "0x7f.1",
  "1:2",
  "[1.2.3.4",
  "9".repeat(99),
])("takes %j for no address", (text) => expect(networksOf(text)).toBeUndefined());

it.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:10.0.0.7", true],
  ["fd00::1", true],
  ["fe80::1%eth0", true],
  ["8.8.8.8", false],
  ["2001:4860::1", false],
  ["", false],
])("%s is nearby: %s", (text, nearby) => expect(isNearby(text)).toBe(nearby));
