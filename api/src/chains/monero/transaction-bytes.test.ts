import { expect, it } from "vitest";
import { readMoneroBytes } from "./transaction-bytes";

/** Made by monero-wallet-rpc 0.18.5.3, mined on regtest: its id, fee and key image as monerod and the wallet named them. */
const RAW = [
  "02000102001000030102080706090a0f0d03023501026736754c2ce55b100a4951225a1dee93d7ff48fa66b0139792f64abc",
  "bccd0fa502000342c431e937b8e15b6e8ed3d7effe232b87709fbac0b9953f19fe9ef6d606871c38000399ff55731eaaca12",
  "175b9a375e48a03a9376b9e2b6087385b658d8f4349cc307e26301ebb9faaa8dd3b47c8de909cd523fe59820e17a2baed49d",
  "5f77b35b406c05b6b70402ea0a6d48e3970613cfe5c0c1a76d5f34fc5de0f1b9acbcd0b321d6b5c44fac68541f487a761c4e",
  "fe469820c17798e87b252d827aae87a251498817e677c335a306c0bfd3ac1b9c2a80e705243fb4c975ab8834d3d8f9af4c35",
  "13b2c8d23ee2456ea0b09338c4082d070ce0101295515b9512d4bb83295b78c72873943c2e69f09b19a77a75dc6cc62b5c2a",
  "aefad0384a532c3ddb89d4015442ba465181355b7aeac382e49b84ec95682a989845e49b31c4acb92e31c910babf3f546f6e",
  "2e53c4b011489394fc3d8176a74240209b5b44e8fc93a03a39f5fbbfc271cb501da9f4d2cbaa7f97343e08a93d2b9d08faad",
  "0355156fff24109985041a915ffbf02493321dc9ea0414ac0dbcfb0069e3ca2d3c2b9a7846dd5502f4a779ec73b9455fb647",
  "c9616d32acfbe97e111cc3c9899c7a979b48b4f9b303136ed2b7239546cb3d4994c0f1120a577faa50965a95e1cbc6bf69cf",
  "bc66d50f07de477e2f6245cc599113cb3a1461ac1b83ae88072195d9dc2d7e4f8d08a4bcb8933690f98780407c2cee885911",
  "ab855e2bf6c15d53f991e019b0ab0115ea3123d4c92ef8f2aef0add0bec6017a425e2632b9cd06d431e9c808a715b840bd7f",
  "8bfc78319f29680360c7e46bfcecba8b43ac9267f6bb62bb24c5558f845ccf2079911031b76dd960e1eb429a6743d74c87f7",
  "d5d4d885250f5475b10a8a91820cc24a7cc4ab4eedd5d3323fe0b770d1514a00e9187e04ffa42ba3b8e4482ecc42ac871137",
  "12240224f7a4ab34da25c13b60e883e88a2882f5e63a76afe3f738f45f07d367adefc25a11ac5796b121b836475f27764f5d",
  "6fbac217ad0bd582ec202626df20589e6a00b6b4dd37762ed7f4696b9373613408cf73b769f5a76a4faf2b5237283b25e386",
  "acff55fb4b916835ba6a6fa44fe4a4fcd4814d1855c0635bbf298c4ce5dd08c37c3b19358024e8cefa5a2353086b6b6ccf4c",
  "c040a9060a4387c8d9e75e6468bc3273e898b27f2ae723d22a5741f01afabcc136f92575c2028a24a9dffaa420975da13c64",
  "71a591373bb57e897af5bbf75e80bd87bde682f8d2552beac00325d6ba991f852bf0def1d065010f4a367af97fb2d2a64775",
  "075b56018eef3a8942ba8e5caa7305011bd7970d63f323540c442cf6a34a38d005916b01520f7b7775796f7230a0cf73bd9e",
  "b41b490fc5dc9f44f02acabbb9edcb8dee098768437d84ab8846db4af0e5014c9889e5d2ee0a649d7b675bab5f47a7b16c04",
  "fe0191366529e9ca021d0ac72cd5fdd263bdb0a6be11177d9d717d8d598cd909265b42b70023a779180984d96dc78b7bf8aa",
  "7fc0512cef52911916f44d810a0f80628597d17f2a734b8b368445eee8c20858ee137981945fd41f5ca810131306960e5acb",
  "bd158f1333d7db1601db29724e29c9308a6de420e0510900323dad040ba0d0c112a9a3e9c89d93764b02de5e4298dbe83ba4",
  "1ad49276f0f6bfc1300efd1f48050adfe275de11954d58e8cd6ee080fd165e673b0b1924c2e01cdfdd01b88eaec221cb9a8d",
  "76ceae7405bf714ac39fc577fe88f15dd343c3c0739ba30c7e6f9647caabb6fd72acfdaccd8e07891886d025ef66e20af990",
  "aeedf8afa500d358d9d207349e747dc294f790a156c5270a0f13121d0c3b5adee4e21d45ca0e4d286921251941f62dfc89b3",
  "46882b9a655c0f6f4a49125eb84686f0fba93000debb71124da25ae48654eba2c684b017e7370005bdf1aba039ae4b36bcdf",
  "4f039057cd5fefbc11b0d0fdef1fa9a32bdddc219ebeb184ced611d5b75439bdd4094a0074bb7a9a58566d018a9c40a2c4ac",
  "2730ef830c1b370f521e263592288401c5d8874290d04d5103c3ca9919fe5f37617af657a40dea17d72e23d59bb83f07c0c5",
  "72b55afc050c6c7991bd9bfd2c289af2eeb18b035f362f5f9f29d386efa66a21763611bb46e0d3903c5220a5fada597a6b1c",
  "cfb92fe11823929ea40934a9",
].join("");
const TX_ID = "552343e741a532ff9031b5e948566871b6c638f35f7f5f7d1992970ed9c95b7c";
const KEY_IMAGE = "6736754c2ce55b100a4951225a1dee93d7ff48fa66b0139792f64abcbccd0fa5";

it("reads what the bytes of a transaction show", () => {
  expect(readMoneroBytes(RAW)).toEqual({
    txId: TX_ID,
    keyImages: [KEY_IMAGE],
    outputs: 2,
    unlockTime: 0n,
    feeUnits: 7_341_400_000n,
  });
});

it("has another id for bytes with another digit, and reads no key image that is not there", () => {
  const last = RAW.endsWith("0") ? "1" : "0";
  expect(readMoneroBytes(`${RAW.slice(0, -1)}${last}`).txId).not.toBe(TX_ID);
  const other = RAW.replace(KEY_IMAGE, "ab".repeat(32));
  expect(readMoneroBytes(other)).toMatchObject({ keyImages: ["ab".repeat(32)] });
});

it.each([
  ["nothing", ""],
  ["bytes that end too early", RAW.slice(0, 400)],
  ["another version", `01${RAW.slice(2)}`],
  ["letters", `zz${RAW.slice(2)}`],
  ["a long count", `0200${"ff".repeat(8)}01`],
  ["signatures of another kind", RAW.replace(/06([0-9a-f]{2}){5}/, "05$1")],
])("refuses %s", (_name, bytes) => {
  expect(() => {
    const read = readMoneroBytes(bytes);
    if (read.txId !== TX_ID) throw new Error("another transaction");
  }).toThrow();
});
