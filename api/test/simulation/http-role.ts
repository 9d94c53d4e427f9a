import { createAddressBook } from "../../src/address/deposit-address";
import { createOwnAddresses } from "../../src/address/store";
import { loadPublicWallets } from "../../src/chains/wallet-store";
import { silentNotifier } from "../../src/db/notifications";
import { createPriceReader } from "../../src/market/price-reader";
import { createEngine } from "../../src/orders/engine/apply";
import { createMarketAnswers } from "../../src/routes/market/answers";
import { createOrderAnswers } from "../../src/routes/orders/answers";
import { createScreening } from "../../src/screening/service";
import type { Dice } from "./dice";
import { openLending } from "./lending";
import type { ProcessParts } from "./process";
import type { World } from "./world";

/** The verbs of the http role, built as compose-http builds them. */
export async function openHttp(
  parts: ProcessParts,
  { random }: Dice,
  seed: string,
): Promise<Pick<World, "orders" | "quotes" | "lending" | "readCurrentPrices">> {
  const { plot, clock, assets } = parts;
  const database = plot.http;
  const prices = createPriceReader({ database, assets, clock });
  const pace = { network: "simnet", simnetBlockMs: 2_000 } as const;
  const depthOf = () => ({ confirmations: 2, finalized: false });
  const screening = createScreening({ dir: plot.listsDir, clock, log: { warn: () => {} } });
  const mixer = { offered: true, torAvailable: false };
  const checks = {
    isOurs: createOwnAddresses(database),
    network: "main" as const,
    contracts: new Map(),
    isListed: (address: string) => screening.isListed(address),
  };
  const ordersOn = async (of: typeof database) =>
    createOrderAnswers({
      database: of,
      prices,
      clock,
      random,
      notifier: silentNotifier,
      checks,
      addresses: createAddressBook(await loadPublicWallets(of)),
      mixer,
      paymentWindowMs: 1_800_000,
      engine: createEngine({ database: of, ledger: null, notifier: silentNotifier }),
      explorers: new Map(),
      confirmationsRequired: () => 2,
      estimatedSeconds: () => 60,
      mixSeconds: () => 60,
    });
  const visitors = await ordersOn(database);
  const administrators = await ordersOn(plot.admin);
  const { release, refundHeld } = administrators;
  const orders = { ...visitors, release, refundHeld };
  const quotes = createMarketAnswers({ database, prices, clock, random, pace, depthOf, mixer });
  const lending = openLending(seed, {
    database: plot.admin,
    prices,
    clock,
    notifier: silentNotifier,
    checks: { ...checks, isOurs: createOwnAddresses(plot.admin) },
  });
  return { orders, quotes, lending, readCurrentPrices: () => prices.refresh() };
}
