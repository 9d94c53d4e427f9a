import { parseUnits } from "../../src/core/amount";
import { assetOf, isAssetCode } from "../../src/core/assets";
import type { OrderWire } from "../../src/routes/orders/schema";
import type { ShownDeposit } from "./receipts";
import type { Customer, World } from "./world";

/** The pages of a customer's order and of its children. */
export type Pages = { customer: Customer; pages: OrderWire[] };

/** All pages of all customers. */
export async function allPages(world: World): Promise<Pages[]> {
  const all: Pages[] = [];
  for (const customer of world.customers)
    if (customer.orderId !== null) all.push({ customer, pages: await pagesOf(world, customer.orderId) });
  return all;
}

/** The deposits that pages show. A child's is on its parent's page too. */
export function shownDeposits({ customer, pages }: Pages): ShownDeposit[] {
  const shown = pages.flatMap(({ deposits }) =>
    deposits.map((deposit) => ({
      ...{ address: customer.depositAddress, asset: deposit.currency },
      txHash: transactionOf(deposit, customer),
      units: shownUnits(deposit.currency, deposit.amount),
    })),
  );
  const isSame = (a: ShownDeposit, b: ShownDeposit) => a.txHash === b.txHash && a.units === b.units;
  return shown.filter((one, at) => shown.findIndex((other) => isSame(one, other)) === at);
}

/** The transaction of a deposit, or a name of its own where balances reported it and no transaction was found. */
export const transactionOf = (
  { txHash, amount }: OrderWire["deposits"][number],
  { depositAddress }: Pick<Customer, "depositAddress">,
): string => (txHash === "" ? `untraced ${amount} at ${depositAddress}` : txHash);

async function pagesOf(world: World, id: string): Promise<OrderWire[]> {
  const read = await world.orders.read(id);
  if (!read.ok) throw new Error(`the page of order ${id.slice(0, 6)} is gone: ${read.error.code}`);
  const { order } = read.value;
  const children: OrderWire[] = [];
  for (const child of order.children) children.push(...(await pagesOf(world, child)));
  return [order, ...children];
}

/** Reads an amount of a page. */
export function shownUnits(asset: string, amount: string): bigint {
  const units = isAssetCode(asset) ? parseUnits(amount, assetOf(asset).decimals) : null;
  if (units === null || !units.ok) throw new RangeError(`no amount of ${asset}: ${amount}`);
  return units.value;
}
