import { expect, it } from "vitest";
import { createKeyImageSync } from "./key-image-sync";
import type { ViewWallet } from "./view-wallet";

/** A view-only wallet, and a signer's that can start from nothing. */
function wallets() {
  const shown: string[] = [];
  const imported: string[] = [];
  const signer = { name: "first" };
  const sync = createKeyImageSync(async ({ outputs, isAll }) => {
    if (outputs !== undefined) shown.push(`${signer.name} ${isAll ? "all" : "new"}`);
    const images = outputs === undefined ? [] : [{ keyImage: outputs, signature: "s" }];
    return { wallet: signer.name, offset: 0n, images };
  });
  const wallet = {
    watched: () => 10,
    exportOutputs: async (isAll: boolean) => (isAll ? "all" : "new"),
    importKeyImages: async () => void imported.push(signer.name),
  } as unknown as ViewWallet;
  return { sync, wallet, shown, imported, signer };
}

it("shows the signer's wallet all outputs first, and then new ones where coins came in", async () => {
  const { sync, wallet, shown, imported } = wallets();
  await sync.sync(wallet);
  await sync.sync(wallet);
  expect(shown).toEqual(["first all"]);
  sync.noteReceived(true);
  await sync.sync(wallet);
  expect(shown).toEqual(["first all", "first new"]);
  expect(imported).toEqual(["first", "first"]);
});

it("shows all outputs again before a payment to a wallet that started from nothing, though nothing came in", async () => {
  const { sync, wallet, shown, signer } = wallets();
  await sync.sync(wallet);
  await sync.syncToSign(wallet);
  expect(shown).toEqual(["first all"]);
  signer.name = "second";
  await sync.syncToSign(wallet);
  expect(shown).toEqual(["first all", "second all"]);
  await sync.syncToSign(wallet);
  expect(shown).toHaveLength(2);
});
