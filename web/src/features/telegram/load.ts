import type { Currency } from "@sotto/openapi";
import { encodeQR } from "qr";
import type { ApiResult } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

/** A QR code as one SVG path, in a box of `size` modules a side. */
export interface QrDrawing {
  size: number;
  path: string;
}

export interface TelegramData {
  currencies: ApiResult<Currency[]>;
  /** Null where the operator runs no bot. */
  bot: { handle: string; link: string; qr: QrDrawing } | null;
}

/** Loads which of the coins can be exchanged now, and draws the bot's link where there is a bot. */
export async function loadTelegram({ api, page }: AppContext): Promise<TelegramData> {
  const currencies = await api.currencies();
  const handle = page.site.botHandle;
  if (handle === null) return { currencies, bot: null };
  const link = `https://t.me/${encodeURIComponent(handle)}`;
  return { currencies, bot: { handle, link, qr: drawQr(link) } };
}

/** Modules that ISO/IEC 18004 keeps free around a code. */
const QUIET_ZONE = 4;

/** Draws a text as a QR code with its quiet zone. */
export function drawQr(text: string): QrDrawing {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size: modules.length, path };
}
