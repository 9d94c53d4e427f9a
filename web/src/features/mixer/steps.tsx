import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";
import type { Mixer } from "./use-mixer";

/** The steps of a mix. Before an order exists only the session can be done: nothing here moves by itself. */
export function Steps({ mixer }: { mixer: Mixer }) {
  const t = useTranslations("mixerSteps");
  const duration = useDuration();
  const { sessionId, values } = mixer;
  const isOpen = sessionId !== "";
  const addresses = values.receiveAddresses.filter((address) => address.trim() !== "").length;
  const steps = [
    [
      t("session"),
      isOpen
        ? t("sessionDone", { start: sessionId.slice(0, 8) })
        : t("sessionText", { time: duration(RULES.mixerSessionSeconds) }),
    ],
    [t("pool"), t("poolText")],
    [t("rounds"), t("roundsText", { rounds: values.mixingRounds, minutes: values.delayMinutes })],
    [t("sending"), t("sendingText", { count: Math.max(addresses, 1) })],
  ] as const;
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="display text-[1.75rem]/9 sm:text-4xl/11">
        {t("title")}
      </h2>
      <p className="mt-1 text-sm text-soft">{t("text")}</p>
      <ol className="mt-4 grid gap-4">
        {steps.map(([name, text], index) => (
          <li key={name} className="flex gap-3">
            <span className="grid size-7 shrink-0 place-items-center rounded-full border border-edge text-sm font-semibold text-accent">
              {index === 0 && isOpen ? <Icon name="check" className="size-4" /> : index + 1}
            </span>
            <div className="text-sm">
              <p className="font-medium">
                {name}
                {index === 0 && isOpen ? <span className="sr-only"> ({t("done")})</span> : null}
              </p>
              <p className="text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
