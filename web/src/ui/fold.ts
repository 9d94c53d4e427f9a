import { type ToggleEvent, useState } from "react";

/**
 * A `<details>` that starts open where something in it was given, unfolds with an error in it, and otherwise stays as
 * its visitor left it.
 */
export function useFold(isUsed: boolean, error: string | undefined) {
  const [open, setOpen] = useState(isUsed);
  const [known, setKnown] = useState<string | undefined>(undefined);
  if (error !== known) {
    setKnown(error);
    if (error !== undefined) setOpen(true);
  }
  return { open, onToggle: (event: ToggleEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open) };
}
