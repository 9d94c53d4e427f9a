import { LANGUAGE_KEY, type Language } from "./languages";

/** A fresh idempotency key: 32 hex digits of the browser's randomness (works without a secure context too). */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Copies text; falls back to a hidden selection where the clipboard is refused, as it is on plain HTTP. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    area.className = "sr-only";
    const focused = document.activeElement;
    // Outside of an open dialog nothing can be selected.
    (focused?.closest("dialog") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Saves the chosen language; the server's cookie holds it as well. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // The cookie is enough.
  }
}

const RECENT_KEY = "sotto-recent-orders";
const RECENT_ORDERS_MAX = 20;

export interface RecentOrder {
  id: string;
  trackingCode: string;
  send: string;
  receive: string;
  createdAt: string;
  /** When the service will have deleted it at the latest, if nothing happens to it any more. */
  keptUntil: string;
}

/** The orders this browser opened, newest first; nothing leaves the browser. Those that the service deleted are dropped. */
export function recentOrders(): RecentOrder[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? "[]");
    const all = Array.isArray(stored) ? stored : [];
    const kept = all.filter(isRecentOrder).filter(({ keptUntil }) => Date.parse(keptUntil) > Date.now());
    if (kept.length < all.length) keep(kept);
    return kept;
  } catch {
    return [];
  }
}

function keep(orders: readonly RecentOrder[]): void {
  if (orders.length === 0) localStorage.removeItem(RECENT_KEY);
  else localStorage.setItem(RECENT_KEY, JSON.stringify(orders));
}

function isRecentOrder(value: unknown): value is RecentOrder {
  const order = value as Partial<RecentOrder> | null;
  return (
    typeof order?.id === "string" &&
    typeof order.trackingCode === "string" &&
    typeof order.send === "string" &&
    typeof order.keptUntil === "string"
  );
}

/** Remembers an order in this browser only. */
export function rememberOrder(order: RecentOrder): void {
  const others = recentOrders().filter((known) => known.id !== order.id);
  try {
    keep([order, ...others].slice(0, RECENT_ORDERS_MAX));
  } catch {
    // Without storage the link of the page is still the visitor's.
  }
}

/** Forgets one remembered order. */
export function forgetOrder(id: string): void {
  const others = recentOrders().filter((known) => known.id !== id);
  try {
    keep(others);
  } catch {
    // Nothing was kept then.
  }
}

/** Forgets every remembered order. */
export function forgetOrders(): void {
  try {
    localStorage.removeItem(RECENT_KEY);
  } catch {
    // Nothing was kept then.
  }
}
