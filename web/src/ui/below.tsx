import { type ComponentType, lazy, Suspense, startTransition, useEffect, useMemo, useState } from "react";

/** How far below the screen a part may still be when its code is loaded. */
const NEAR = "200px";

/** A part below the first screen, and when it is alive. */
export interface BelowPart<Props> {
  id: string;
  Later: ComponentType<Props>;
  /** Null until its code is loaded. */
  loaded: ComponentType<Props> | null;
  isThere: Promise<void>;
  /** For the server, and for a page that is reached without a new document. */
  preload: () => Promise<void>;
}

/** Names a part below the first screen, by the id of its element and by what loads its code. */
export function belowPart<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): BelowPart<Props> {
  let wake = () => {};
  const part: BelowPart<Props> = {
    id,
    loaded: null,
    isThere: new Promise<void>((resolve) => {
      wake = resolve;
    }),
    preload: async () => {
      part.loaded ??= await load();
      wake();
    },
    Later: lazy(async () => {
      await untilNear(id);
      await part.preload();
      return { default: part.loaded ?? Nothing };
    }),
  };
  return part;
}

/**
 * Shows a part below the first screen. The server's page has it from the start; its code is loaded when a visitor comes
 * near.
 */
export function Below<Props extends object>({ part, props }: { part: BelowPart<Props>; props: Props }) {
  const [Chosen] = useState<ComponentType<Props>>(() => part.loaded ?? part.Later);
  // React throws the server's part away where its props change before its code is there.
  const [first] = useState(props);
  const [isAlive, setAlive] = useState(Chosen !== part.Later);
  useEffect(() => {
    void part.isThere.then(() => startTransition(() => setAlive(true)));
  }, [part]);
  const shown = isAlive ? props : first;
  const content = useMemo(
    () => (
      <Suspense fallback={null}>
        <Chosen {...shown} />
      </Suspense>
    ),
    [Chosen, shown],
  );
  return <div id={part.id}>{content}</div>;
}

const Nothing = () => null;

/** Until an element is on the screen, or nearly; at once where it is not in the page. */
function untilNear(id: string): Promise<void> {
  const element = document.getElementById(id);
  if (element === null) return Promise.resolve();
  return new Promise((resolve) => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        resolve();
      },
      { rootMargin: NEAR },
    );
    watcher.observe(element);
  });
}
