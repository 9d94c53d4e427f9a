import { type ReactNode, useEffect, useRef } from "react";

/**
 * A native disclosure as a small menu. It opens without JavaScript; with it, Escape, a click or the focus
 * outside, and a choice inside close it. `label` names a face without a text of its own.
 */
export function Menu({
  label,
  face,
  className = "",
  children,
}: {
  label?: string;
  face: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (element === null || !element.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        element.querySelector("summary")?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) {
        if (event.type !== "click" || !isChoice(event.target)) return;
      }
      element.open = false;
    };
    const kinds = ["click", "focusin", "keydown"] as const;
    for (const kind of kinds) document.addEventListener(kind, close);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, close);
    };
  }, []);
  const named = label === undefined ? {} : { "aria-label": label, title: label, "data-tip": "" };
  return (
    <details ref={details} name="menu" className={`group/menu relative ${className}`}>
      <summary
        {...named}
        className="flex h-11 min-w-11 items-center justify-center gap-1 rounded-md px-2 select-none hover:bg-well"
      >
        {face}
      </summary>
      <div className="panel fade-in absolute top-full right-0 z-40 mt-1 min-w-48 p-1 shadow-lg">
        {children}
      </div>
    </details>
  );
}

function isChoice(target: Node): boolean {
  return target instanceof Element && target.closest("button, a") !== null;
}
