import type { PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { useHydrated, usePage } from "../../lib/page-context";
import { DELAY_RANGE, RANDOM_PARTS, ROUNDS_RANGE, SCORE_MAX } from "./settings";
import type { MixerParts } from "./use-mixer";

/** Rounds, delay and the three switches, and what they score. */
export function SettingsCard({ mixer, send }: MixerParts) {
  const t = useTranslations("mixerSettings");
  const { values, errors, change } = mixer;
  const { result } = mixer.calculation;
  const calculation = result?.ok === true ? result.value : null;
  const torAvailable = calculation?.torAvailable ?? null;
  const torOff = useTorOff(send?.symbol ?? "");
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="settings">
      <h2 id="settings" className="display text-[1.625rem]/8">
        {t("title")}
      </h2>
      <div className="mt-3 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <RangeField
          name="mixingRounds"
          label={t("rounds")}
          shown={t("roundsValue", { count: values.mixingRounds })}
          hint={t("roundsHint")}
          error={errors.mixingRounds}
          range={ROUNDS_RANGE}
          scaleStep={1}
          value={values.mixingRounds}
          onChange={(mixingRounds) => change({ mixingRounds })}
        />
        <RangeField
          name="delayMinutes"
          label={t("delay")}
          shown={t("delayValue", { count: values.delayMinutes })}
          hint={t("delayHint")}
          error={errors.delayMinutes}
          range={DELAY_RANGE}
          scaleStep={20}
          value={values.delayMinutes}
          onChange={(delayMinutes) => change({ delayMinutes })}
        />
      </div>
      <div className="mt-4 divide-y border-t">
        <Switch
          name="useRandomDelay"
          label={t("randomDelay")}
          hint={t("randomDelayHint")}
          isOn={values.useRandomDelay}
          onChange={(useRandomDelay) => change({ useRandomDelay })}
        />
        <Switch
          name="useRandomAmounts"
          label={t("randomAmounts")}
          hint={t("randomAmountsHint", RANDOM_PARTS)}
          isOn={values.useRandomAmounts}
          onChange={(useRandomAmounts) => change({ useRandomAmounts })}
        />
        <Switch
          name="enableTorIntegration"
          label={t("tor")}
          hint={errors.enableTorIntegration ?? (torAvailable === false ? torOff : t("torHint"))}
          isOn={values.enableTorIntegration && torAvailable === true}
          isDisabled={torAvailable !== true}
          onChange={(enableTorIntegration) => change({ enableTorIntegration })}
        />
      </div>
      <Score calculation={calculation} />
    </section>
  );
}

/** Why Tor cannot be used: for a coin of a simulated network there is none to hide in; else the operator has no proxy. */
function useTorOff(symbol: string): string {
  const t = useTranslations("mixerSettings");
  const { network } = usePage();
  return network === "simnet" ? t("torSimulated", { symbol }) : t("torOff");
}

/** What the settings score, which is not how well one is hidden. */
function Score({ calculation }: { calculation: PrivacyCalculation | null }) {
  const t = useTranslations("mixerReport");
  if (calculation === null) return null;
  const { privacyScore, scoreLabel } = calculation;
  return (
    <div className="mt-2 border-t pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-sm font-medium">{t("score")}</p>
        <p>
          <strong className="font-semibold">{t(scoreLabel)}</strong>{" "}
          <span className="text-sm text-soft">{t("scoreOf", { score: privacyScore, max: SCORE_MAX })}</span>
        </p>
      </div>
      <progress className="confirmations mt-1" value={privacyScore} max={SCORE_MAX} aria-label={t("score")} />
      <p className="mt-2 text-sm text-soft">{t("scoreNote")}</p>
    </div>
  );
}

interface RangeFieldProps {
  name: string;
  label: string;
  /** The value in words. */
  shown: string;
  hint: string;
  error: string | undefined;
  range: { min: number; max: number; step: number };
  /** Distance of the figures under the range. */
  scaleStep: number;
  value: number;
  onChange: (value: number) => void;
}

/** A range over its scale: without JavaScript the value is read off the scale, as no figure could follow it. */
function RangeField(props: RangeFieldProps) {
  const { name, label, shown, hint, error, range, scaleStep, value, onChange } = props;
  const hydrated = useHydrated();
  const marks = Array.from(
    { length: Math.floor((range.max - range.min) / scaleStep) + 1 },
    (_, index) => range.min + index * scaleStep,
  );
  return (
    <div>
      <div className="flex items-baseline justify-between gap-2 text-sm">
        <label htmlFor={name} className="font-medium">
          {label}
        </label>
        <output htmlFor={name} className={`shrink-0 font-semibold ${hydrated ? "" : "invisible"}`}>
          {shown}
        </output>
      </div>
      <input
        id={name}
        name={name}
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        aria-valuetext={shown}
        aria-describedby={`${name}-hint`}
        className="mt-1 block h-8 w-full cursor-pointer accent-accent"
      />
      {/* Each figure is centred on the place where the thumb stands for it. */}
      <div className="flex justify-between text-xs text-soft" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} className="w-4 text-center whitespace-nowrap">
            <span className="-mx-2">{mark}</span>
          </span>
        ))}
      </div>
      <p id={`${name}-hint`} className={`mt-1 text-sm ${error === undefined ? "text-soft" : "text-bad"}`}>
        {error ?? hint}
      </p>
    </div>
  );
}

interface SwitchProps {
  name: string;
  label: string;
  hint: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

function Switch({ name, label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  return (
    <div className="flex items-start gap-3 py-2.5">
      <input
        id={name}
        type="checkbox"
        name={name}
        value="on"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${name}-hint`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="grow text-sm">
        <label htmlFor={name} className="block font-medium">
          {label}
        </label>
        <p id={`${name}-hint`} className="text-soft">
          {hint}
        </p>
      </div>
    </div>
  );
}
