import { expect, it } from "vitest";
import { paymentKeys } from "./payment-keys";

/** A payment that monero-wallet-rpc 0.18.5.3 signed on regtest: a standard address, two subaddresses, and change. */
const RECIPIENTS = [
  "4AZW7NpW66kEdute3KDiV315qAVKKVUTDRmEUNUd3fQmPuSF7khVwnhCRfK8R4XS6wCYAjfZdZNs4KciZao9YcKp8FcZpyh",
  "8Bz3d8bhN8cfBuLPXRRY6TgrYnZNVb2xEir1o8VRUdV4YuMhEZB8qxm6Cn8c8wcc2Shso3hbxHiMAGfrYU4SCpzAKZEre7i",
  "8841RfojpbeBPUp4hiNzw2AD8jshm5e8CXA4hSJ3uHkcaVTu1SFvtgE9ghzQ68pujeWZX42SbtBJz3Bn5YXsJLHvAXUB9uA",
];
const CHANGE =
  "45Z7F9sQooWjRn6V481F94GFXia4J3e7pX3RipetGWXs2BygivBHox6FwsptuAzQAa9zUwrS9wuhSHcGPARrwB3CB5JN8bU";
/** The transaction's own key, and one more for each output. */
const TX_KEYS = [
  "812b3900c1bf2492b8289e0e4aeddb9970fb00b392e65d814092c71ff52cf708",
  "137380ff9726936b2c8a058accb8ece36ab65b9ca3c8f7afb268d2c02f757f09",
  "ec7ecd6e1ac8dc1daefcd632d5ae5e6f2adb148424e0975c978912a534bfe00d",
  "96542b73d453e0a969f1ae5bce3fe938955d15ac1f68de557be0a7a07cc9490c",
  "5eebd742f319d4a43dddcdf087dc2f987a32415e37f3b15a5dc03d2a76058f0b",
];
const SHOWN = {
  txKey: TX_KEYS.join(""),
  outputKeys: [
    "a2f04b5763b15792b703889fa1a65c3f4a289f99776c6d802da52eebf036e7f1",
    "4fa1c8e5bb8cb2413ab404ba3a85a8b2ea7ced6663bdbc94c42ab5fe3def2567",
    "6acaef780e39de323681892f0d5fa3d7d2e1d96c070eda1947fc9b525b2fb4af",
    "d3cd068e9b278b303de52d4d05888ac3665f3eeef96d43a20512d3be79417494",
  ],
};
/** Of which `check_tx_key` shows the recipient's payment, and not the others'. */
const PROOFS = [TX_KEYS[0], TX_KEYS[1], TX_KEYS[4]];

it("finds the key of each recipient among those of the transaction", () => {
  expect(paymentKeys(RECIPIENTS, SHOWN)).toEqual(PROOFS);
  expect(paymentKeys([...RECIPIENTS].reverse(), SHOWN)).toEqual([...PROOFS].reverse());
});

it("has none where the same key would show what another address was paid", () => {
  expect(paymentKeys([...RECIPIENTS, CHANGE], SHOWN)).toEqual([null, ...PROOFS.slice(1), null]);
});

it("has one where a recipient is paid twice, and none for an address that is not paid", () => {
  const [first = ""] = RECIPIENTS;
  expect(paymentKeys([first, first], SHOWN)).toEqual([PROOFS[0], PROOFS[0]]);
  expect(paymentKeys([first], { ...SHOWN, outputKeys: [...SHOWN.outputKeys].reverse() })).toEqual([null]);
});
