import type { Currency } from "@sotto/openapi";
import { writeDecimal } from "@sotto/openapi/decimal";
import { Command } from "commander";
import { ask, type Contexts } from "../context";
import { styleOf } from "../output/colour";
import { printList } from "../output/print";
import type { Column } from "../output/table";

/** Decimals of the largest amount in a table, which rounds it down. */
const MAX_DECIMALS = 4;
const PLAIN = { group: "", decimal: "." };

const stateOf = ({ isActive }: Currency): string => (isActive ? "active" : "paused");

const COLUMNS: readonly Column<Currency>[] = [
  { title: "CODE", field: "id", of: ({ id }) => id },
  { title: "NAME", field: "name", shrinks: true, of: ({ name }) => name },
  {
    title: "NETWORK",
    field: "networkDisplayName",
    shrinks: true,
    of: ({ networkDisplayName }) => networkDisplayName,
  },
  { title: "DECIMALS", field: "decimals", csvOnly: true, of: ({ decimals }) => decimals },
  { title: "MIN", field: "minAmount", figures: true, of: ({ minAmount }) => minAmount },
  {
    title: "MAX",
    field: "maxAmount",
    figures: true,
    of: ({ maxAmount }) => maxAmount,
    // With 18 decimals, names of networks would be cut in a terminal of 80 columns.
    show: ({ maxAmount }) => (maxAmount === null ? "-" : writeDecimal(maxAmount, PLAIN, MAX_DECIMALS)),
  },
  {
    title: "STATUS",
    field: "isActive",
    of: ({ isActive }) => isActive,
    show: stateOf,
    style: (currency) => styleOf(stateOf(currency)),
  },
];

/** `sotto currencies`: every currency with its limits and whether it can be swapped now. */
export const currenciesCommand = (contexts: Contexts): Command =>
  new Command("currencies")
    .description("list the currencies, their limits and which are active")
    .action(async () => {
      const sotto = contexts.public();
      await printList(sotto, await ask(sotto, (client) => client.GET("/api/currencies")), COLUMNS);
    });
