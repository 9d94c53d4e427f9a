import type { SottoClient } from "@sotto/openapi";
import { InvalidArgumentError } from "commander";
import { type Answer, ask, askPatiently, type Context } from "./context";
import type { Page } from "./wire";

type ReadOptions = {
  /** A server that is not there at all is usually not waited for; one that goes away in between is. */
  first?: typeof ask;
};

/** As many items of a list as wanted, page after page, and whether there are more. */
export async function readPages<Item>(
  context: Context,
  itemsMax: number,
  call: (client: SottoClient, cursor: { cursor?: string }) => Promise<Answer<Page<Item>>>,
  { first = ask }: ReadOptions = {},
): Promise<{ items: Item[]; hasMore: boolean }> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const from: { cursor?: string } = cursor === null ? {} : { cursor };
    const read = cursor === null ? first : askPatiently;
    const page: Page<Item> = await read(context, (client) => call(client, from));
    items.push(...page.items);
    cursor = page.nextCursor;
    if (items.length > 100) context.terminal.progress(`${items.length} read …`);
  } while (cursor !== null && items.length < itemsMax);
  context.terminal.progress(undefined);
  return { items: items.slice(0, itemsMax), hasMore: cursor !== null || items.length > itemsMax };
}

/** How many entries a list shows a person by default. */
const LIST_ITEMS = 50;
export const LIST_ITEMS_MAX = 100_000;

/** What `--limit` does, for the help. */
export const LIMIT_TEXT = `how many; by default ${LIST_ITEMS} on a terminal, and all of them elsewhere`;

/** How many entries to read: a program gets all of them, page after page. */
export const limitOf = ({ terminal }: Context, limit: number | undefined): number =>
  limit ?? (terminal.isInteractive ? LIST_ITEMS : LIST_ITEMS_MAX);

/** Says on standard error that a list continues. */
export function noteMore({ terminal }: Context, hasMore: boolean, shown: number): void {
  if (hasMore) terminal.note(`There are more than these ${shown}: --limit shows up to ${LIST_ITEMS_MAX}.`);
}

/** A count on the command line, from 1 to LIST_ITEMS_MAX. */
export function parseCount(text: string): number {
  const count = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > LIST_ITEMS_MAX)
    throw new InvalidArgumentError(`a number from 1 to ${LIST_ITEMS_MAX}`);
  return count;
}

/** Seconds on the command line. */
export function parseSeconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("a whole number of seconds");
  return Number(text);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A time on the command line, as the contract writes it: a day begins at midnight UTC, and a time names its zone. */
export function parseInstant(text: string): string {
  const day = DAY.exec(text)?.[0] ?? TIME.exec(text)?.[1];
  const [start, time] = [Date.parse(`${day}T00:00Z`), Date.parse(text)];
  // A 31st of February would be taken for a day in March.
  if (Number.isNaN(start + time) || !new Date(start).toISOString().startsWith(`${day}`))
    throw new InvalidArgumentError("a day such as 2026-01-31, or a time with its zone: 2026-01-31T12:00:00Z");
  return new Date(time).toISOString();
}
