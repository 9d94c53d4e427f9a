import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useList } from "../../../ui/list";
import { useDuration } from "../../../ui/time";
import type { AdminSearch } from "../search";
import type { Overview } from "../types";

interface Matter {
  text: string;
  search: AdminSearch;
  isGrave: boolean;
}

/** What needs a person now, the gravest first; each leads to where it can be looked at. */
export function Attention({ overview }: { overview: Overview }) {
  const t = useTranslations("adminOverview");
  const matters = useMatters(overview);
  return (
    <section aria-label={t("attention")} className="mt-5">
      {matters.length === 0 ? (
        <p className="flex items-center gap-2.5 text-soft">
          <span aria-hidden="true" className="size-2 rounded-full bg-good" />
          {t("calm")}
        </p>
      ) : (
        <ul className="panel divide-y overflow-hidden">
          {matters.map(({ text, search, isGrave }) => (
            <li key={text}>
              <Link
                to="/admin"
                search={search}
                className="flex min-h-11 items-center gap-2.5 px-4 py-2 text-sm hover:bg-well sm:text-base"
              >
                <span
                  aria-hidden="true"
                  className={`size-2 shrink-0 ${isGrave ? "bg-bad" : "rounded-full bg-warn"}`}
                />
                <span className={isGrave ? "font-semibold text-bad" : ""}>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const inBooks = (text: string): Matter => ({ text, search: { tab: "books" }, isGrave: true });

type Stuck = Overview["stuck"]["first"][number];

const isSweep = ({ kind }: Stuck): boolean => kind === "sweep";
const isShort = ({ kind, awaits }: Stuck): boolean => kind === "sweep" && awaits === "native_coins";
const isRefused = ({ kind, awaits }: Stuck): boolean => kind === "sweep" && awaits === "signer";

/** Tokens whose sweeps wait for native coins, and for how long. */
function useShort({ at, stuck }: Overview): Matter | null {
  const t = useTranslations("adminOverview");
  const list = useList();
  const duration = useDuration();
  const waiting = stuck.first.filter(isShort);
  const [first] = waiting;
  if (first === undefined) return null;
  const time = duration((Date.parse(at) - Date.parse(first.since)) / 1000);
  return {
    text: t("isShort", { time, list: list(waiting.map(({ name }) => name)) }),
    search: {},
    isGrave: true,
  };
}

/** Coins that stay on deposit addresses because the signer refuses to sign for their sweeps. */
function useRefused({ stuck }: Overview): Matter | null {
  const t = useTranslations("adminOverview");
  const list = useList();
  const names = stuck.first.filter(isRefused).map(({ name }) => name);
  if (names.length === 0) return null;
  return { text: t("isRefused", { list: list(names) }), search: {}, isGrave: true };
}

/** Coins that stay on deposit addresses because their sweeps failed. */
function useSetAside({ stuck }: Overview): Matter | null {
  const t = useTranslations("adminOverview");
  const list = useList();
  const names = stuck.first
    .filter((one) => isSweep(one) && !isShort(one) && !isRefused(one))
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return { text: t("isSetAside", { list: list(names) }), search: {}, isGrave: true };
}

/** Transactions that we did not sign, for which nothing is signed on their networks. */
function useUnplanned({ unplannedSpends }: Overview): Matter | null {
  const t = useTranslations("adminOverview");
  const list = useList();
  if (unplannedSpends.length === 0) return null;
  const chains = [...new Set(unplannedSpends.map(({ chain }) => chain))];
  return { text: t("isUnplanned", { list: list(chains) }), search: {}, isGrave: true };
}

/** Coins that came on another network than their address is of. */
function useRecoveries({ recoveries }: Overview): Matter | null {
  const t = useTranslations("adminOverview");
  const list = useList();
  if (recoveries.length === 0) return null;
  const names = [...new Set(recoveries.map(({ currency }) => currency))];
  return { text: t("isRecovery", { list: list(names) }), search: {}, isGrave: false };
}

function useMatters(overview: Overview): Matter[] {
  const t = useTranslations("adminOverview");
  const list = useList();
  const sweeps = [useShort(overview), useSetAside(overview), useRefused(overview)];
  const unplanned = useUnplanned(overview);
  const recoveries = useRecoveries(overview);
  // Sweeps have lines of their own.
  const others = overview.stuck.first.filter((one) => !isSweep(one));
  const stuckCount = overview.stuck.count - (overview.stuck.first.length - others.length);
  const { invariants, trialBalance, chains, orders, switches, rates } = overview;
  const count = (wanted: string) => orders.find(({ state }) => state === wanted)?.count ?? 0;
  const halted = chains.filter(({ status }) => status === "halted").map(({ chain }) => chain);
  const silent = chains.filter(({ status }) => status === "unavailable").map(({ chain }) => chain);
  const frozen = overview.comparisons.filter((one) => one.frozen).map(({ currency }) => currency);
  const off = switches.filter(({ paused }) => paused);
  const assets = off.flatMap(({ name }) => (name.startsWith("asset:") ? [name.slice(6)] : []));
  const matters: (Matter | null)[] = [
    trialBalance.balanced ? null : inBooks(t("isUnbalanced", { list: list(trialBalance.unbalanced) })),
    invariants.violated.length === 0 ? null : inBooks(t("isViolated", { count: invariants.violated.length })),
    stuckCount === 0
      ? null
      : {
          text: t("isStuck", {
            count: stuckCount,
            list: list(others.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`)),
          }),
          search: { tab: "orders" },
          isGrave: true,
        },
    ...sweeps,
    halted.length === 0 ? null : { text: t("isHalted", { list: list(halted) }), search: {}, isGrave: true },
    frozen.length === 0 ? null : { text: t("isFrozen", { list: list(frozen) }), search: {}, isGrave: true },
    unplanned,
    silent.length === 0 ? null : { text: t("isSilent", { list: list(silent) }), search: {}, isGrave: false },
    recoveries,
    count("hold") === 0
      ? null
      : {
          text: t("isHeld", { count: count("hold") }),
          search: { tab: "orders", state: "hold" },
          isGrave: false,
        },
    count("action_required") === 0
      ? null
      : {
          text: t("isUndecided", { count: count("action_required") }),
          search: { tab: "orders", state: "action_required" },
          isGrave: false,
        },
    off.some(({ name }) => name === "signer")
      ? { text: t("isSignerStopped"), search: {}, isGrave: false }
      : null,
    off.some(({ name }) => name === "payouts")
      ? { text: t("isPayoutsPaused"), search: {}, isGrave: false }
      : null,
    assets.length === 0
      ? null
      : { text: t("isAssetPaused", { list: list(assets) }), search: {}, isGrave: false },
    rates.paused.length === 0
      ? null
      : { text: t("isUnpriced", { list: list(rates.paused) }), search: {}, isGrave: false },
  ];
  return matters.filter((matter) => matter !== null);
}
