import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { PageHead, Remark } from "../../ui/prose";
import { BotCoins } from "./bot-coins";
import { BotLinks, QrCard } from "./bot-links";

const route = getRouteApi("/telegram");

const HEADING_STYLE = "text-xl font-semibold tracking-tight sm:text-2xl";

/** The bot: the way to it, what it does, how an exchange goes with it, and what to know before. */
export function TelegramPage() {
  const t = useTranslations("telegram");
  const { bot, currencies } = route.useLoaderData();
  return (
    <div className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <div className="grid gap-8 lg:grid-cols-[1fr_auto] lg:gap-16">
        <div className="min-w-0">
          <PageHead title={t("title")} lead={t("lead")} />
          {bot === null ? <NoBot /> : <BotLinks handle={bot.handle} link={bot.link} />}
        </div>
        {bot === null ? null : <QrCard handle={bot.handle} link={bot.link} qr={bot.qr} />}
      </div>
      <Features />
      <Steps />
      <BotCoins currencies={currencies} headingStyle={HEADING_STYLE} />
      <Notice />
    </div>
  );
}

/** Nothing is linked that is not there. */
function NoBot() {
  const t = useTranslations("telegram");
  return (
    <div className="mt-6 grid max-w-[42rem] gap-4 sm:mt-8">
      <Remark>{t("noBot")}</Remark>
      <div className="flex flex-wrap gap-3">
        <Link to="/exchange" className="button button-primary">
          {t("noBotExchange")}
          <Icon name="arrow" className="size-4" />
        </Link>
        <Link to="/track" className="button">
          {t("noBotTrack")}
        </Link>
      </div>
    </div>
  );
}

function Features() {
  const t = useTranslations("telegram");
  const features = ["answers", "mobile", "privacy", "fast"] as const;
  return (
    <section className="mt-12 sm:mt-16" aria-labelledby="features">
      <h2 id="features" className={HEADING_STYLE}>
        {t("featuresTitle")}
      </h2>
      <ul className="mt-5 grid gap-px border-y bg-line sm:grid-cols-2 lg:grid-cols-4">
        {features.map((name) => (
          <li key={name} className="bg-paper py-5 sm:pr-6 sm:even:pl-6 lg:not-first:pl-6">
            <h3 className="font-semibold">{t(`${name}Title`)}</h3>
            <p className="mt-1 leading-relaxed text-pretty text-soft">{t(`${name}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps() {
  const t = useTranslations("telegram");
  const steps = ["step1", "step2", "step3", "step4", "step5", "step6"] as const;
  return (
    <section className="mt-12 sm:mt-16" aria-labelledby="steps">
      <h2 id="steps" className={HEADING_STYLE}>
        {t("stepsTitle")}
      </h2>
      <p className="mt-1 max-w-[64ch] text-soft">{t("stepsLead")}</p>
      <ol className="mt-6 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[auto_1fr] gap-x-4">
            <span
              aria-hidden="true"
              className="grid size-8 place-items-center rounded-full border border-accent text-sm font-semibold text-accent"
            >
              {index + 1}
            </span>
            <div className="min-w-0 pt-1">
              <h3 className="font-semibold">{t(`${step}Title`)}</h3>
              <p className="mt-1 leading-relaxed text-pretty text-soft">{t(`${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Notice() {
  const t = useTranslations("telegram");
  const warnings = ["legal", "responsibility", "irreversible", "liability", "acceptance"] as const;
  return (
    <section className="panel mt-12 border-warn p-5 sm:mt-16 sm:p-7" aria-labelledby="notice">
      <h2 id="notice" className="text-lg display text-warn">
        {t("noticeTitle")}
      </h2>
      <dl className="mt-4 grid gap-x-12 gap-y-4 md:grid-cols-2">
        {warnings.map((warning) => (
          <div key={warning} className="border-t pt-3">
            <dt className="font-semibold">{t(`${warning}Title`)}</dt>
            <dd className="mt-0.5 leading-relaxed text-pretty text-soft">
              {t.rich(`${warning}Text`, {
                terms: (chunks) => (
                  <Link to="/terms" className="link">
                    {chunks}
                  </Link>
                ),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
