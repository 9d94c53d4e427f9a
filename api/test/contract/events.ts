import { orderEventSchema } from "../../src/routes/orders/event-schema";
import type { OrderWire } from "../../src/routes/orders/schema";

/**
 * The events of a stream's text, as they came; throws where one is not as the contract's schema says. Comments and `retry` are none
 * (HTML standard, section 9.2.6), and text after the last blank line is not an event yet.
 */
export function orderEventsIn(text: string): { id: string; data: OrderWire }[] {
  const blocks = text.split("\n\n").slice(0, -1);
  return blocks.flatMap((block) => {
    const lines = block.split("\n").filter((line) => !line.startsWith(":") && !line.startsWith("retry: "));
    if (lines.length === 0) return [];
    const fields = lines.map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    });
    const event = Object.fromEntries(fields);
    const { id } = orderEventSchema.parse(event);
    // Not the parsed order, which lacks what the schema does not know: the caller looks for that.
    return [{ id, data: JSON.parse(event.data ?? "") }];
  });
}
