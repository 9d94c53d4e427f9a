import type { PrivacyCalculation } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { useDuration } from "../../ui/time";
import { Line } from "../order-form/cost-lines";
import { LevelChoice } from "./level-choice";
import { OperatorNote } from "./operator-note";
import { LEVEL_OTHERS, PRESETS, SCORE_MAX } from "./settings";
import type { HomeMixer } from "./use-home-mixer";

/** The privacy level, and a panel that shows or hides what it means. */
export function HomeLevel({
  mixer,
  calculation,
}: {
  mixer: HomeMixer;
  calculation: PrivacyCalculation | null;
}) {
  const t = useTranslations();
  const { values, change } = mixer;
  return (
    <fieldset className="mt-2">
      <legend className="eyebrow">{t("mixerHome.level")}</legend>
      <LevelChoice
        value={values.privacyLevel}
        onChange={(privacyLevel) => change({ privacyLevel })}
        label={(level) => t(`mixerSettings.${level}`)}
        note={(level) => (
          <>
            <span className="block">
              {t("mixerHome.preset", {
                rounds: PRESETS[level].rounds,
                minutes: PRESETS[level].delayMinutes,
              })}
            </span>
            {t("mixerSettings.company", { count: LEVEL_OTHERS[level] })}
          </>
        )}
      />
      <details className="group mt-1">
        <summary className="flex min-h-11 items-center gap-2 text-sm font-medium">
          <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
          {t("mixerHome.details")}
          <span className="ml-auto text-soft group-open:hidden">{t("mixerHome.show")}</span>
          <span className="ml-auto hidden text-soft group-open:inline">{t("mixerHome.hide")}</span>
        </summary>
        <Details mixer={mixer} calculation={calculation} />
      </details>
    </fieldset>
  );
}

function Details({ mixer, calculation }: { mixer: HomeMixer; calculation: PrivacyCalculation | null }) {
  const t = useTranslations();
  const duration = useDuration();
  const preset = PRESETS[mixer.values.privacyLevel];
  return (
    <div className="border-t pt-1 pb-2">
      <dl className="text-sm">
        <Line name={t("mixerHome.detailRounds")}>{preset.rounds}</Line>
        <Line name={t("mixerHome.detailDelay")}>
          {t("mixerSettings.delayValue", { count: preset.delayMinutes })}
        </Line>
        <Line name={t("mixerHome.detailTimes")}>{t("mixerHome.detailTimesValue")}</Line>
        <Line name={t("mixerHome.detailSplitting")}>{t("mixerHome.detailSplittingValue")}</Line>
        {calculation === null ? null : (
          <>
            <Line name={t("mixerHome.detailTime")}>
              {t("mixerCosts.timeUpTo", { time: duration(calculation.estimatedProcessingTime) })}
            </Line>
            <Line name={t("mixerHome.detailScore")}>
              {t(`mixerReport.${calculation.scoreLabel}`)} ·{" "}
              {t("mixerReport.scoreOf", { score: calculation.privacyScore, max: SCORE_MAX })}
            </Line>
            <Line name={t("mixerHome.detailCandidates")}>
              {t("mixerReport.candidatesValue", { count: calculation.observer.candidateSet })}
            </Line>
          </>
        )}
      </dl>
      <OperatorNote className="mt-1" />
    </div>
  );
}
