import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { LANGUAGE_RECORDS, LANGUAGES } from "../../lib/languages";
import { useHydrated, usePage } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";
import { ExampleMark } from "../../ui/example-mark";
import { PageHead, Remark, Rows } from "../../ui/prose";
import { useDuration } from "../../ui/time";
import { MAIL_REPLY_SECONDS } from "./mail";
import { MailForm, MailLinks } from "./mail-form";

/** The operator's channels, a form that opens the visitor's mail program, and what visitors can do without help. */
export function ContactPage() {
  const t = useTranslations("contact");
  const { supportEmail, supportHandle } = usePage().site;
  const hasChannel = supportEmail !== null || supportHandle !== null;
  return (
    <div className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <PageHead title={t("title")} lead={hasChannel ? t("lead") : t("leadNone")} />
      <div className="mt-8 grid gap-10 sm:mt-10 lg:grid-cols-[3fr_2fr] lg:gap-16">
        {supportEmail === null ? (
          <NoMail hasHandle={supportHandle !== null} />
        ) : (
          <Write supportEmail={supportEmail} />
        )}
        <Channels />
      </div>
      <Services />
    </div>
  );
}

function Write({ supportEmail }: { supportEmail: string }) {
  const t = useTranslations("contact");
  const hydrated = useHydrated();
  return (
    <section className="min-w-0" aria-labelledby="write">
      <h2 id="write" className="text-xl display">
        {t("writeTitle")}
        <ExampleMark of="supportEmail" />
      </h2>
      <p className="mt-1 text-soft">{t("writeText")}</p>
      {/* One height for both, so that nothing moves when the form takes the links' place. */}
      <div className="mt-4 min-h-[27rem]">
        {hydrated ? <MailForm to={supportEmail} /> : <MailLinks to={supportEmail} />}
      </div>
      <p className="mt-4 max-w-prose text-sm text-soft">{t("neverShare")}</p>
    </section>
  );
}

function NoMail({ hasHandle }: { hasHandle: boolean }) {
  const t = useTranslations("contact");
  return (
    <section className="min-w-0 self-start text-lg text-pretty" aria-label={t("writeTitle")}>
      <Remark>{hasHandle ? t("noEmail") : t("noChannel")}</Remark>
      {hasHandle ? <p className="mt-4 max-w-prose text-sm text-soft">{t("neverShare")}</p> : null}
    </section>
  );
}

function Channels() {
  const t = useTranslations("contact");
  const duration = useDuration();
  const { supportEmail, supportHandle } = usePage().site;
  const hasChannel = supportEmail !== null || supportHandle !== null;
  const siteLanguages = (
    <ul className="flex flex-wrap gap-x-4">
      {LANGUAGES.map((code) => (
        <li key={code} lang={LANGUAGE_RECORDS[code].tag}>
          {LANGUAGE_RECORDS[code].nativeName}
        </li>
      ))}
    </ul>
  );
  const rows = [
    ...(supportEmail === null
      ? []
      : [
          {
            name: t("channelEmail"),
            value: (
              <CopyLine value={supportEmail} label={t("copyEmail")} what={t("emailAddress")}>
                <a href={`mailto:${supportEmail}`} className="link wrap-anywhere">
                  {supportEmail}
                </a>
                <ExampleMark of="supportEmail" />
              </CopyLine>
            ),
          },
        ]),
    ...(supportHandle === null
      ? []
      : [
          {
            name: t("channelHandle"),
            value: (
              <CopyLine value={supportHandle} label={t("copyHandle")} what={t("handle")}>
                <span className="font-medium break-all text-ink">{supportHandle}</span>
                <ExampleMark of="supportHandle" />
              </CopyLine>
            ),
          },
        ]),
    ...(hasChannel
      ? [
          {
            name: t("hours"),
            value: (
              <>
                {t("hoursValue")}
                <ExampleMark of={supportEmail === null ? "supportHandle" : "supportEmail"} />
              </>
            ),
          },
        ]
      : []),
    ...(supportEmail === null
      ? []
      : [
          {
            name: t("reply"),
            value: (
              <>
                {t("replyValue", { time: duration(MAIL_REPLY_SECONDS) })}
                <ExampleMark of="supportEmail" />
              </>
            ),
          },
        ]),
    ...(hasChannel ? [{ name: t("languages"), value: siteLanguages }] : []),
  ];
  return (
    <section className="min-w-0" aria-labelledby="channels">
      <h2 id="channels" className="mb-3 text-xl display">
        {hasChannel ? t("channelsTitle") : t("languages")}
      </h2>
      {hasChannel ? <Rows items={rows} /> : siteLanguages}
    </section>
  );
}

function CopyLine({
  value,
  label,
  what,
  children,
}: {
  value: string;
  label: string;
  what: string;
  children: React.ReactNode;
}) {
  return (
    <span className="-my-2 flex items-center justify-between gap-2">
      <span className="min-w-0 py-2">{children}</span>
      <CopyButton value={value} label={label} what={what} />
    </span>
  );
}

function Services() {
  const t = useTranslations("contact");
  const services = [
    { title: t("service1Title"), text: t("service1Text"), link: t("service1Link"), to: "/track" },
    {
      title: t("service2Title"),
      text: t("service2Text"),
      link: t("service2Link"),
      to: "/track",
      hash: "recent",
    },
    { title: t("service3Title"), text: t("service3Text"), link: t("service3Link"), to: "/faq" },
    { title: t("service4Title"), text: t("service4Text"), link: t("service4Link"), to: "/api-docs" },
  ] as const;
  return (
    <section className="mt-12 sm:mt-16" aria-labelledby="services">
      <h2 id="services" className="text-xl display">
        {t("servicesTitle")}
      </h2>
      <ul className="mt-4 grid gap-px border-y bg-line sm:grid-cols-2">
        {services.map(({ title, text, link, to, ...rest }) => (
          <li key={title} className="bg-paper py-5 sm:odd:pr-8 sm:even:pl-8">
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-soft">{text}</p>
            <Link to={to} hash={"hash" in rest ? rest.hash : ""} className="link mt-2 inline-block py-1">
              {link}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
