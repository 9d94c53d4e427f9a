import { PRIVACY_LEVELS } from "../../src/mixer/settings";
import { average, claimOf, claimsOf } from "./claims";
import type { Experiment, Outcome } from "./experiment";
import { AMOUNT_KINDS } from "./people";

export type Result = Experiment & { traffic: string };

type Row = readonly (string | number)[];
type Group = { name: string; has(outcome: Outcome): boolean };

/** Too few orders to say anything of. */
const ORDERS_MIN = 10;

const isSame = ({ customer }: Outcome): boolean => customer.send === customer.receive;
const hasOneAddress = ({ customer }: Outcome): boolean => customer.addresses === 1;

/** How often the attacker names the right payout, by traffic, level, splitting and amount: one currency, one address. */
export function hitTable(results: readonly Result[]): string {
  const amounts: Group[] = AMOUNT_KINDS.map((kind) => ({
    name: kind,
    has: ({ customer }) => customer.kind === kind,
  }));
  const columns: Group[] = [...amounts, { name: "all", has: () => true }];
  const rows = results.flatMap(({ traffic, plain, mixed }) => {
    const plainOnes = plain.filter((outcome) => isSame(outcome));
    const mixes = mixed.filter((outcome) => isSame(outcome) && hasOneAddress(outcome));
    const row = (name: string, of: readonly Outcome[]): Row => [
      traffic,
      name,
      of.length,
      ...columns.map(({ has }) => hitText(of.filter(has))),
    ];
    return [row("not mixed", plainOnes), ...levelRows(row, mixes)];
  });
  const heads = ["Traffic", "Mix", "Orders", "0.1", "0.5", "1", "other round", "unique", "all"];
  return markdown(heads, rows);
}

function levelRows(row: (name: string, of: readonly Outcome[]) => Row, mixes: readonly Outcome[]): Row[] {
  return PRIVACY_LEVELS.flatMap((level) =>
    [false, true].map((isSplit) =>
      row(
        `${level}, ${isSplit ? "random amounts" : "whole amounts"}`,
        mixes.filter(
          ({ customer: { settings } }) => settings.level === level && settings.randomAmounts === isSplit,
        ),
      ),
    ),
  );
}

const CASES: readonly Group[] = [
  { name: "one currency, one address", has: (o) => isSame(o) && hasOneAddress(o) },
  { name: "one currency, two addresses", has: (o) => isSame(o) && o.customer.addresses === 2 },
  { name: "one currency, three to five addresses", has: (o) => isSame(o) && o.customer.addresses > 2 },
  { name: "across currencies, one address", has: (o) => !isSame(o) && hasOneAddress(o) },
  { name: "across currencies, several addresses", has: (o) => !isSame(o) && !hasOneAddress(o) },
  { name: "no delay", has: (o) => o.customer.settings.delayMinutes === 0 },
  {
    name: "common amount in one currency, even times",
    has: (o) => isCommon(o) && isSame(o) && !o.customer.settings.randomDelay,
  },
  ...[15, 30, 60, 120].map(
    (minutes): Group => ({
      name: `common amount in one currency, random times in ${minutes} minutes`,
      has: (o) =>
        isCommon(o) &&
        isSame(o) &&
        o.customer.settings.randomDelay &&
        o.customer.settings.delayMinutes === minutes,
    }),
  ),
];

const isCommon = ({ customer: { kind } }: Outcome): boolean => kind !== "odd" && kind !== "round";

/** What makes a mix easy or hard to see through, whatever its level. */
export const caseTable = (results: readonly Result[]): string =>
  markdown(
    ["Mixed orders", ...results.map(({ traffic }) => traffic)],
    CASES.map(({ name, has }) => [
      name,
      ...results.map(({ mixed }) => {
        const of = mixed.filter(has);
        return of.length < ORDERS_MIN ? "–" : `${hitText(of)} of ${of.length}`;
      }),
    ]),
  );

/** What the observer's report said, beside what the attacker reached. */
export function claimTable(results: readonly Result[]): string {
  const mixed = results.flatMap((result) => result.mixed);
  const claims = [...claimsOf(mixed), claimOf(mixed)];
  return markdown(
    ["Reported candidates", "Orders", "Reported best guess", "Reached"],
    claims.map(({ reported, orders, claimed, reached }) => [
      reported === 0 ? "all" : reported,
      orders,
      percent(claimed),
      percent(reached),
    ]),
  );
}

const hitText = (outcomes: readonly Outcome[]): string =>
  outcomes.length < ORDERS_MIN ? "–" : percent(average(outcomes.map(({ hit }) => (hit ? 1 : 0))));

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const markdown = (heads: Row, rows: readonly Row[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
