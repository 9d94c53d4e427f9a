import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { FieldMessage, messageId } from "../../ui/field";
import { DELAY_RANGE } from "../mixer/settings";
import { ActionForm } from "./action-form";
import { WideFold } from "./fold";
import { Spinner } from "./spinner";

/** A longer delay, as long as no part of the payout is planned. */
export function DelayForm({ order }: { order: Order }) {
  const t = useTranslations("mixProgress");
  const name = useTranslations("mixerSettings");
  const choices = longerDelays(order);
  if (choices.length === 0) return null;
  return (
    <ActionForm intent="delay">
      {({ isBusy, errors, values }) => (
        <WideFold
          name="delay"
          summary={t("delayTitle")}
          error={errors.delayMinutes}
          className="panel px-4 sm:px-6"
        >
          <div className="pb-4">
            <p className="mb-3 text-sm text-soft">{t("delayText")}</p>
            <label htmlFor="delayMinutes" className="eyebrow">
              {t("delayLabel")}
            </label>
            <div className="mt-1 flex flex-wrap gap-3">
              <select
                // The choices grow fewer: what was chosen among the old ones is no choice any more.
                key={choices[0]}
                id="delayMinutes"
                name="delayMinutes"
                defaultValue={values.delayMinutes}
                aria-invalid={errors.delayMinutes !== undefined}
                aria-describedby={messageId("delayMinutes")}
                className="control w-auto min-w-40 max-sm:grow"
              >
                {choices.map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {name("delayValue", { count: minutes })}
                  </option>
                ))}
              </select>
              <button type="submit" disabled={isBusy} className="button max-sm:w-full">
                {isBusy ? <Spinner /> : null}
                {t("delaySubmit")}
              </button>
            </div>
            <FieldMessage name="delayMinutes" error={errors.delayMinutes} reserve={false} />
          </div>
        </WideFold>
      )}
    </ActionForm>
  );
}

/** The delays in minutes that the customer may still choose, shortest first; none where nothing can be extended. */
export function longerDelays(order: Pick<Order, "mixing" | "privacySettings">): number[] {
  const { mixing, privacySettings } = order;
  if (mixing === null || privacySettings === null || !mixing.mayDelay) return [];
  const { min, max, step } = DELAY_RANGE;
  const all = Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step);
  return all.filter((minutes) => minutes > privacySettings.delayMinutes);
}
