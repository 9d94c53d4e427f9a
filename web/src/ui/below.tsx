import {
  type ComponentType,
  lazy,
  Suspense,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { AppContext } from "../lib/app-context";
import { addLaterMessages, type PageName } from "../lib/catalogues";
import { useAppContext } from "../lib/page-context";

/** How far below the screen a part may still be when its code is loaded. */
const NEAR = "200px";

/** A part below the first screen, and when it is alive. */
export interface BelowPart<Props> {
  id: string;
  Later: ComponentType<Props>;
  /** Null until its code is loaded. */
  loaded: ComponentType<Props> | null;
  isThere: Promise<void>;
  /**
   * Loads its code and texts: for the server, for a page that is reached without a new document, and near it. Never rejects,
   * because the page works without it: what the server rendered stays.
   */
  preload: (context: AppContext) => Promise<void>;
}

/** Names a part below the first screen, by the id of its element, what loads its code, and the texts of its own. */
export function belowPart<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
  texts: readonly PageName[] = [],
): BelowPart<Props> {
  let wake = () => {};
  const part: BelowPart<Props> = {
    id,
    loaded: null,
    isThere: new Promise<void>((resolve) => {
      wake = resolve;
    }),
    preload: async (context) => {
      try {
        const [loaded] = await Promise.all([
          part.loaded ?? load(),
          ...texts.map((name) => addLaterMessages(context, name)),
        ]);
        part.loaded = loaded;
        wake();
      } catch {
        // The next approach tries again.
      }
    },
    Later: lazy(async () => {
      await part.isThere;
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
  const place = useRef<HTMLDivElement>(null);
  const context = useAppContext();
  useEffect(
    () => (isAlive ? undefined : onApproach(place.current, () => part.preload(context))),
    [part, context, isAlive],
  );
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
  return (
    <div id={part.id} ref={place}>
      {content}
    </div>
  );
}

const Nothing = () => null;

/** Calls each time an element comes on the screen, or nearly; returns how to stop that. */
function onApproach(element: HTMLElement | null, callback: () => Promise<void>): () => void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void callback();
    },
    { rootMargin: NEAR },
  );
  if (element !== null) watcher.observe(element);
  return () => watcher.disconnect();
}
