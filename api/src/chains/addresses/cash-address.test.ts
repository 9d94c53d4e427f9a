import { describe, expect, it } from "vitest";
import type { AddressNetwork } from "./bitcoin-networks";
import { validateAddress } from "./validate";

/** The normal form of an address of Bitcoin Cash, or the code of what is wrong with it. */
const read = (address: string, network: AddressNetwork = "main"): string => {
  const result = validateAddress({ asset: "BCH", address, network });
  return result.ok ? result.value.normalized : result.error;
};

describe("CashAddr", () => {
  it.each([
    "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    "qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy",
    "qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r",
    "ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq",
  ])("accepts %s with or without prefix, in one case", (body) => {
    for (const text of [
      body,
      `bitcoincash:${body}`,
      body.toUpperCase(),
      `BITCOINCASH:${body.toUpperCase()}`,
    ]) {
      expect(read(text)).toBe(`bitcoincash:${body}`);
    }
    expect(read(`bitcoincash:${body.toUpperCase()}`)).toBe("address/format");
  });

  it("writes a token-aware address as the plain one of the same script", () => {
    expect(read("bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe")).toBe(
      "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2",
    );
  });

  // The table of the specification, whose last rows are scripts.
  it.each([
    ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
    ["1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR", "qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy"],
    ["16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb", "qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r"],
  ])("writes the old form %s of a key's hash as %s", (old, cash) => {
    expect(read(old)).toBe(`bitcoincash:${cash}`);
  });

  it.each([
    ["3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC", "address/network"],
    ["mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx", "address/network"],
    ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv", "address/checksum"],
    ["1111111111111111111114oLvT2", "address/zero"],
    ["bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t", "address/network"],
    ["pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t", "address/network"],
    ["bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b", "address/format"],
    ["bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q", "address/checksum"],
    // The specification's vectors of other lengths: no hash that a script has, or only one of a script.
    ["bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0", "address/format"],
    ["bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake", "address/format"],
  ])("refuses %s: %s", (address, code) => expect(read(address)).toBe(code));

  it("reads each network's own addresses, and a script's hash of 32 bytes", () => {
    const long = "bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6";
    expect(read(long, "test")).toBe(long);
    expect(read(long, "regtest")).toBe("address/network");
    expect(read("mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx", "regtest")).toMatch(/^bchreg:q/);
    expect(read("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "regtest")).toBe("address/network");
    expect(read("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "regtest")).toBe("address/network");
  });
});
