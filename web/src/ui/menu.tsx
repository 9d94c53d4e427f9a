import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon";

/** A native disclosure as a small menu; opens without JavaScript, closes on Escape and outside clicks with it. */
export function Menu({
  label,
  icon,
  children,
}: {
  label: string;
  icon: "globe" | "sun";
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
      } else if (event.target instanceof Node && element.contains(event.target) && !isChoice(event.target))
        return;
      element.open = false;
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details ref={details} name="menu" className="relative">
      <summary
        aria-label={label}
        title={label}
        className="grid size-11 place-items-center rounded-md text-soft hover:bg-well hover:text-ink"
      >
        <Icon name={icon} />
      </summary>
      <div className="panel fade-in absolute top-full right-0 z-40 mt-1 min-w-44 p-1 shadow-lg">
        {children}
      </div>
    </details>
  );
}

function isChoice(target: Node): boolean {
  return target instanceof Element && target.closest("button") !== null;
}
