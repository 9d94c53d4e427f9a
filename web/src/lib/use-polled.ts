import { useEffect, useRef, useState } from "react";
import { whenSeen } from "./when-seen";

interface Polled<Result> {
  /** What the answer is about: of another subject nothing is shown meanwhile. Null where nothing is asked. */
  key: string | null;
  /** A part of the question whose change keeps what is shown until the new answer came. */
  part?: string;
  ask: () => Promise<Result>;
  /** What the server asked already for exactly this question; null where it did not. */
  first?: Result | null;
  /** How often to ask again while the page is looked at; never where unset. */
  everyMs?: number;
}

/** An answer of the service that follows its question and is asked for again; null until there is one. */
export function usePolled<Result>({
  key,
  part = "",
  ask,
  first = null,
  everyMs,
}: Polled<Result>): Result | null {
  const question = `${key} ${part}`;
  const [known, setKnown] = useState<{ key: string | null; question: string; result: Result } | null>(
    first === null ? null : { key, question, result: first },
  );
  const asked = useRef(ask);
  asked.current = ask;
  const isKnown = known?.question === question;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` changes with every answer, which begins the next wait
  useEffect(() => {
    if (key === null || (isKnown && everyMs === undefined)) return;
    let isCurrent = true;
    const read = async () => {
      const result = await asked.current();
      if (isCurrent) setKnown({ key, question, result });
    };
    const stop = whenSeen(() => void read(), isKnown ? (everyMs ?? 0) : 0);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [key, question, isKnown, known, everyMs]);
  return known !== null && known.key === key ? known.result : null;
}
