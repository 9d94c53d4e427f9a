import type { Currency } from "@sotto/openapi";
import { Command } from "commander";
import { ask, type Context } from "../context";
import { print } from "../output/print";
import { type Column, tableLines } from "../output/table";

const COLUMNS: readonly Column<Currency>[] = [
  { title: "CODE", of: ({ id }) => id },
  { title: "NAME", of: ({ name }) => name },
  { title: "NETWORK", of: ({ networkDisplayName }) => networkDisplayName },
  { title: "MIN", figures: true, of: ({ minAmount }) => minAmount },
  { title: "MAX", figures: true, of: ({ maxAmount }) => maxAmount ?? "-" },
  { title: "STATUS", of: ({ isActive }) => (isActive ? "active" : "paused") },
];

/** `sotto currencies`: every currency with its limits and whether it can be swapped now. */
export const currenciesCommand = (context: () => Context): Command =>
  new Command("currencies")
    .description("list the currencies, their limits and which are active")
    .action(async () => {
      const sotto = context();
      const currencies = await ask(sotto, (client) => client.GET("/api/currencies"));
      print(sotto, currencies, (rows) => tableLines(COLUMNS, rows));
    });
