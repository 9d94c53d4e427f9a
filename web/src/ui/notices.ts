import { useSyncExternalStore } from "react";

export interface Notice {
  key: number;
  title: string;
  text: string;
  tone: "plain" | "bad";
}

let current: Notice | null = null;
let count = 0;
const listeners = new Set<() => void>();

function publish(notice: Notice | null): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Shows a notice. It replaces the previous one, so that the newest is never hidden behind older ones. */
export function notify(notice: { title: string; text?: string; tone?: Notice["tone"] }): void {
  count += 1;
  publish({ key: count, title: notice.title, text: notice.text ?? "", tone: notice.tone ?? "plain" });
}

/** Takes the notice away. */
export function dismissNotice(): void {
  publish(null);
}

/** The notice to show now, if any. */
export function useNotice(): Notice | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}
