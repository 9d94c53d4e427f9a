import type { Order } from "../../lib/api";

const REOPEN_AFTER_MS = 15_000;

/**
 * Listens to an order's server-sent events until what it answers is called. A browser gives up after an answer that is
 * no stream; a new one is opened then, after a pause.
 */
export function followOrder(
  id: string,
  { onOrder, onLive }: { onOrder: (order: Order) => void; onLive: (isLive: boolean) => void },
): () => void {
  let events: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    events = new EventSource(`/api/exchanges/${encodeURIComponent(id)}/events`);
    events.addEventListener("open", () => onLive(true));
    events.addEventListener("order", ({ data }: MessageEvent<string>) => {
      onLive(true);
      const order = readOrder(data, id);
      if (order !== null) onOrder(order);
    });
    events.addEventListener("error", () => {
      onLive(false);
      if (events.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_AFTER_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    events.close();
  };
}

function readOrder(text: string, id: string): Order | null {
  try {
    const value: unknown = JSON.parse(text);
    const isOrder =
      typeof value === "object" && value !== null && "state" in value && "id" in value && value.id === id;
    return isOrder ? (value as Order) : null;
  } catch {
    return null;
  }
}
