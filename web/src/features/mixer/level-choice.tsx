import type { ReactNode } from "react";
import { Option } from "../../ui/option";
import { PRIVACY_LEVELS, type PrivacyLevel } from "./settings";

interface LevelChoiceProps {
  value: PrivacyLevel;
  onChange: (level: PrivacyLevel) => void;
  label: (level: PrivacyLevel) => string;
  /** What the level means, under its name. */
  note: (level: PrivacyLevel) => ReactNode;
}

/** Basic, enhanced or maximum, side by side where there is room. */
export function LevelChoice({ value, onChange, label, note }: LevelChoiceProps) {
  return (
    <div className="mt-1 grid gap-2 sm:grid-cols-3">
      {PRIVACY_LEVELS.map((level) => (
        <Option
          key={level}
          name="privacyLevel"
          value={level}
          isChosen={value === level}
          onChoose={() => onChange(level)}
          title={label(level)}
        >
          <span className="mt-1 block text-[0.8125rem]/5 text-soft">{note(level)}</span>
        </Option>
      ))}
    </div>
  );
}
