import { isAlive } from "./early-links";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Kept = { control: Control; value: string; checked: boolean };

const WAIT_MS_MAX = 15_000;

/**
 * Notes what a visitor entered before the scripts were loaded, and returns the function that enters it again once
 * they are there: hydration would show it without knowing about it, or remove it. Call it before hydration.
 */
export function keepEarlyInput(): () => void {
  const kept = [...document.querySelectorAll<Control>("input, select, textarea")]
    .filter(isChanged)
    .map((control): Kept => ({ control, value: control.value, checked: isChecked(control) }));
  return () => {
    const untilMs = performance.now() + WAIT_MS_MAX;
    for (const one of kept) replayWhenAlive(one, untilMs);
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

function replayWhenAlive(kept: Kept, untilMs: number): void {
  if (!kept.control.isConnected || performance.now() > untilMs) return;
  if (isAlive(kept.control)) replay(kept);
  else requestAnimationFrame(() => replayWhenAlive(kept, untilMs));
}

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
