/** Of each command what a person would type, and where the docs say more; shown below its `--help`. */
type Shown = { examples: readonly string[]; anchor: Anchor };
type Anchor = "commands" | "for-people-and-for-programs" | "settings" | "scripting-payouts";

const ORDER = "5q0Zt1VZ3mQ2o7h1v0y6Kg";
const TRON = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const BITCOIN = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

const swap = (...examples: string[]): Shown => ({ examples, anchor: "commands" });
const admin = (...examples: string[]): Shown => ({ examples, anchor: "commands" });
const session = (...examples: string[]): Shown => ({ examples, anchor: "settings" });
const loans = (...examples: string[]): Shown => ({ examples, anchor: "scripting-payouts" });
const RECOVERY =
  'admin recoveries refund bsc:0x5d0e:9f0f --to 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 --reason "Wrong network."';
const REASON = '--reason "Node upgrade."';

/** By the command's names, without `sotto`. */
const SHOWN: Readonly<Record<string, Shown>> = {
  "": swap("quote BTC USDT 0.05", `swap BTC USDT 0.05 ${TRON} --wait`, "track 482915037 --watch"),
  currencies: swap("currencies", "--csv currencies", "currencies --jq '.[] | select(.isActive) | .id'"),
  rates: swap("rates BTC", "rates BTC USDT --watch"),
  quote: swap("quote BTC USDT 0.05", "quote BTC USDT 3000 --receive --fixed"),
  swap: swap(`swap BTC USDT 0.05 ${TRON}`, `swap watch ${ORDER}`),
  "swap create": swap(
    `swap BTC USDT 0.05 ${TRON} --refund-address ${BITCOIN} --qr --wait`,
    `swap create BTC USDT 3000 ${TRON} --receive --less refund --late exchange`,
    `swap BTC BTC 0.05 ${BITCOIN} --mix enhanced --dry-run`,
  ),
  "swap show": swap(`swap show ${ORDER}`),
  "swap watch": swap(`swap watch ${ORDER} --timeout 3600`),
  "swap decide": swap(`swap decide ${ORDER} exchange --min-receive 2380`, `swap decide ${ORDER} refund`),
  "swap refund-address": swap(`swap refund-address ${ORDER} ${BITCOIN}`),
  "swap cancel": swap(`swap cancel ${ORDER}`),
  "swap delete": swap(`swap delete ${ORDER} --json --yes > note.json`),
  "swap claim": swap(`swap claim note.json ${BITCOIN}`),
  "swap qr": swap(`swap qr ${ORDER}`),
  track: swap("track 482915037", "track 482-915-037 --watch --tail WYdH"),
  address: swap(`address check BTC ${BITCOIN}`),
  "address check": swap(`address check BTC ${BITCOIN} --screen`),
  stats: swap("stats"),
  completion: { examples: ["completion bash"], anchor: "commands" },
  admin: session("admin login ana", "admin overview"),
  "admin login": session("admin login ana", "admin login ana --totp 492039 < password.txt"),
  "admin logout": session("admin logout"),
  "admin whoami": session("admin whoami"),
  "admin overview": admin("admin overview"),
  "admin orders": admin("admin orders list --state hold"),
  "admin orders list": admin("admin orders list --state hold", "--csv admin orders list --since 2026-01-01"),
  "admin orders show": admin("admin orders show 482915037"),
  "admin orders release": admin('admin orders release 482915037 --reason "Source cleared."'),
  "admin orders refund": admin('admin orders refund 482915037 --reason "Source not cleared."'),
  "admin loans": loans("admin loans import payroll.csv --dry-run", "admin loans pay --all-pending --wait"),
  "admin loans list": loans(
    "admin loans list --status pending",
    "admin loans list --jq 'map(.amount | tonumber) | add'",
    "admin loans list --reference 2026-01-payroll-0007",
  ),
  "admin loans show": loans("admin loans show 17 18"),
  "admin loans create": loans(`admin loans create BTC 0.5 60000 --address ${BITCOIN} --reference rent-01`),
  "admin loans pay": loans(
    "admin loans pay 17 18 19",
    "admin loans pay --all-pending --wait",
    "admin loans pay 17 --tx 9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a9988776655443",
  ),
  "admin loans approve": loans("admin loans approve 17 18", "admin loans approve --all-pending --dry-run"),
  "admin loans import": loans("admin loans import payroll.csv --dry-run", "admin loans import payroll.csv"),
  "admin loans export": loans("admin loans export --output loans.csv"),
  "admin loans sums": loans("admin loans sums"),
  "admin keys": admin("admin keys list"),
  "admin keys create": admin('admin keys create "wallet app"'),
  "admin keys list": admin("admin keys list"),
  "admin keys revoke": admin("admin keys revoke k7Qm2xV9bT4c"),
  "admin reserves": admin("admin reserves"),
  "admin invariants": admin("admin invariants"),
  "admin audit": admin("admin audit verify"),
  "admin audit list": admin("admin audit list --limit 20"),
  "admin audit verify": admin("admin audit verify"),
  "admin assets": admin(`admin assets pause DASH ${REASON}`),
  "admin assets pause": admin(`admin assets pause DASH ${REASON}`),
  "admin assets resume": admin('admin assets resume DASH --reason "Node is back."'),
  "admin payouts": admin("admin payouts stuck"),
  "admin payouts pause": admin(`admin payouts pause ${REASON}`),
  "admin payouts resume": admin('admin payouts resume --reason "Node is back."'),
  "admin payouts stuck": admin("admin payouts stuck"),
  "admin payouts override": admin(
    'admin payouts override f3Jw0Zr8uQ1nVbT5cXy2Lg --transaction 5d0e9f0f2a5b1c3a7e6d4c8b9a0f1e2d --reason "Gone for a day."',
  ),
  "admin payouts release": admin(
    'admin payouts release f3Jw0Zr8uQ1nVbT5cXy2Lg --code 492039 --reason "Customer called."',
  ),
  "admin signer": admin(`admin signer stop ${REASON}`),
  "admin signer stop": admin(`admin signer stop ${REASON}`),
  "admin signer resume": admin('admin signer resume --reason "Examined."'),
  "admin chains": admin('admin chains resume bitcoin --reason "Examined."'),
  "admin chains resume": admin('admin chains resume bitcoin --reason "Examined."'),
  "admin spends": admin('admin spends adopt 3 --reason "Moved by hand."'),
  "admin spends adopt": admin('admin spends adopt 3 --reason "Moved by hand."'),
  "admin recoveries": admin(RECOVERY),
  "admin recoveries refund": admin(RECOVERY),
};

/** The examples of a command, as they are typed after `sotto`; none for one that is unknown here. */
export const examplesOf = (path: string): readonly string[] => SHOWN[path]?.examples ?? [];

/** The end of a command's `--help`: its examples, and the part of the docs that is about it. */
export function afterHelp(path: string): string {
  const shown = SHOWN[path];
  if (shown === undefined) return "";
  const lines = shown.examples.map((example) => `  sotto ${example}`);
  return `\n${lines.length === 1 ? "Example:" : "Examples:"}\n${lines.join("\n")}\n\nDocs: docs/cli.md#${shown.anchor}`;
}
