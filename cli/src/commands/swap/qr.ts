import { encodeQR } from "qr";
import { ask, type Context } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { hasColours } from "../../output/colour";
import { printRecord } from "../../output/print";

/**
 * Draws the payment URI of an order, or its deposit address where the network has no URI, with the figures below it. Throws
 * CliFailure where the order waits for no payment: what is sent then may be too little or too late for an order.
 */
export async function drawPayment(sotto: Context, id: string): Promise<void> {
  const payment = await ask(sotto, (client) =>
    client.GET("/api/exchanges/{id}/payment", { params: { path: { id } } }),
  );
  if (payment.instructions.length === 0)
    throw new CliFailure("This order waits for no payment. Please do not pay to its address any more.", {
      exitCode: EXIT.refused,
      hint: "`sotto swap show` shows what has become of it.",
    });
  if (sotto.format === "table") {
    const text = payment.paymentUri ?? payment.address;
    // Half blocks, two rows a line: small enough for any window; with colours, black on white on any background.
    const art = hasColours(sotto.terminal) ? encodeQR(text, "term") : halfBlocks(encodeQR(text, "raw"));
    for (const line of art.trimEnd().split("\n")) sotto.terminal.out(line);
  }
  if (sotto.format !== "table") notePicture(sotto, id);
  await printRecord(sotto, payment, ({ amount, currency, network, address, memo, expiresAt }) => [
    ["send", `${amount} ${currency} on ${network}`],
    ["to", address],
    ["memo", memo],
    ["before", expiresAt],
  ]);
}

/** Says where a program finds the picture that a person would see drawn. */
export function notePicture({ apiUrl, terminal }: Context, id: string): void {
  terminal.note(`The QR code is at ${apiUrl}/api/exchanges/${id}/payment.svg`);
}

const halfBlocks = (modules: readonly (readonly boolean[])[]): string =>
  modules
    .flatMap((row, y) =>
      y % 2 === 0 ? [row.map((top, x) => block({ top, bottom: modules[y + 1]?.[x] ?? false })).join("")] : [],
    )
    .join("\n");

/** Light modules are drawn, dark ones left out: a camera sees the right colours on a dark background. */
function block({ top, bottom }: { top: boolean; bottom: boolean }): string {
  if (top) return bottom ? " " : "▄";
  return bottom ? "▀" : "█";
}
