import type { ReactNode } from "react";
import { Disc } from "./disc";

interface OptionProps {
  name: string;
  value: string;
  isChosen: boolean;
  onChoose: () => void;
  title: ReactNode;
  className?: string;
  /** What the choice leads to: its sum, its terms. */
  children?: ReactNode;
}

/** One of a few choices, as a card; a radio button whose disc is half full when chosen, also without JavaScript. */
export function Option({ name, value, isChosen, onChoose, title, className = "", children }: OptionProps) {
  return (
    <label className={`option ${className}`}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="sr-only"
      />
      <span className="flex items-center gap-2 font-semibold">
        <Disc level={0} className="size-4.5" />
        {title}
      </span>
      {children}
    </label>
  );
}
