import { Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import { type Ref, useEffect, useRef } from "react";

/** An element with a tip, and its text. */
export interface TipTarget {
  element: HTMLElement;
  text: string;
}

/** The tips; mounted after hydration, because they set styles that the CSP forbids in server HTML. */
export function TipLayer({ targets }: { targets: readonly TipTarget[] }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {targets.map(({ element, text }) => (
        <Root key={keyOf(element)}>
          <Trigger asChild>
            <StandIn element={element} />
          </Trigger>
          <Portal>
            <Content
              side="bottom"
              sideOffset={6}
              collisionPadding={8}
              className="fade-in z-50 max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-sm text-paper"
            >
              {text}
            </Content>
          </Portal>
        </Root>
      ))}
    </Provider>
  );
}

const keys = new WeakMap<HTMLElement, number>();
let count = 0;

function keyOf(element: HTMLElement): number {
  const key = keys.get(element) ?? ++count;
  keys.set(element, key);
  return key;
}

/** What a trigger passes to its child. The tip reads from an event only what native events also have. */
interface TriggerProps {
  element: HTMLElement;
  ref?: Ref<HTMLElement>;
  onPointerMove?: (event: Event) => void;
  onPointerLeave?: (event: Event) => void;
  onPointerDown?: (event: Event) => void;
  onFocus?: (event: Event) => void;
  onBlur?: (event: Event) => void;
  onClick?: (event: Event) => void;
}

const EVENTS = {
  pointermove: "onPointerMove",
  pointerleave: "onPointerLeave",
  pointerdown: "onPointerDown",
  focus: "onFocus",
  blur: "onBlur",
  click: "onClick",
} as const;

/** A placeholder in the tree for an element that is elsewhere on the page, so that taking it over never remounts it. */
function StandIn({ element, ...trigger }: TriggerProps) {
  const latest = useRef(trigger);
  useEffect(() => {
    latest.current = trigger;
  });
  useEffect(() => {
    const leave = handTo(latest.current.ref, element);
    const forward = (event: Event) => latest.current[EVENTS[event.type as keyof typeof EVENTS]]?.(event);
    for (const type of Object.keys(EVENTS)) element.addEventListener(type, forward);
    // The pointer or the focus may have come before this code did; a menu that was opened by then needs no tip.
    if (element.matches("details[open] > summary")) forward(new Event("click"));
    else if (element.matches(":hover")) forward(new PointerEvent("pointermove", { pointerType: "mouse" }));
    else if (element.matches(":focus-visible")) forward(new FocusEvent("focus"));
    return () => {
      for (const type of Object.keys(EVENTS)) element.removeEventListener(type, forward);
      leave();
    };
  }, [element]);
  return null;
}

function handTo(ref: Ref<HTMLElement> | undefined, element: HTMLElement): () => void {
  if (typeof ref === "function") {
    const leave = ref(element);
    return typeof leave === "function" ? leave : () => ref(null);
  }
  if (ref) ref.current = element;
  return () => {
    if (ref) ref.current = null;
  };
}
