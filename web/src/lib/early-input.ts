import { isAlive } from "./early-links";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Kept = { control: Control; value: string; checked: boolean };

const WAIT_MS_MAX = 15_000;

/**
 * Notes what a visitor enters before the page is alive, and returns the function that enters it again as its parts come
 * alive: hydration would show it without knowing about it, or remove it. Call it before hydration.
 */
export function keepEarlyInput(): () => void {
  const waiting = new Set(document.querySelectorAll<Control>("input, select, textarea"));
  const kept = new Map<Control, Kept>();
  const note = (control: Control) =>
    kept.set(control, { control, value: control.value, checked: isChecked(control) });
  for (const control of waiting) if (isChanged(control)) note(control);
  const noteLater = ({ target }: Event) => {
    for (const control of waiting) if (control === target && !isAlive(control)) note(control);
  };
  const listen = (how: "addEventListener" | "removeEventListener") => {
    for (const type of ["input", "change"]) document[how](type, noteLater, { capture: true });
  };
  listen("addEventListener");
  return () => {
    const untilMs = performance.now() + WAIT_MS_MAX;
    const enter = () => {
      for (const control of waiting) {
        if (control.isConnected && !isAlive(control)) continue;
        waiting.delete(control);
        const entered = kept.get(control);
        if (control.isConnected && entered !== undefined) replay(entered);
      }
      if (waiting.size > 0 && performance.now() < untilMs) requestAnimationFrame(enter);
      else listen("removeEventListener");
    };
    enter();
  };
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  if (hasTick(control)) return control.checked !== control.defaultChecked;
  return control.type !== "hidden" && control.type !== "file" && control.value !== control.defaultValue;
}

const hasTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

const isChecked = (control: Control): boolean => hasTick(control) && control.checked;

/** Enters the value as a visitor would: React ignores an event that changes nothing of what it last saw. */
function replay({ control, value, checked }: Kept): void {
  if (hasTick(control)) {
    // A radio button that is off by now is all that needs to be said of another's choice.
    if (control.type === "radio" && !checked) return;
    control.checked = !checked;
    control.click();
    return;
  }
  const prototype = Object.getPrototypeOf(control) as object;
  if (!(control instanceof HTMLSelectElement)) control.value = "";
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
