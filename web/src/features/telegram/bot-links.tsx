import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { copyText } from "../../lib/browser";
import { useHydrated } from "../../lib/page-context";
import { ExampleMark } from "../../ui/example-mark";
import { Icon } from "../../ui/icon";
import type { QrDrawing } from "./load";

const COPIED_RESET_MS = 2000;

/** The bot's handle, the way to start it, and a button that copies its link. */
export function BotLinks({ handle, link }: { handle: string; link: string }) {
  const t = useTranslations("telegram");
  return (
    <div className="mt-6 sm:mt-8">
      <p className="eyebrow">{t("handle")}</p>
      <p translate="no" className="mt-0.5 text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">
        @{handle}
        <ExampleMark of="botHandle" />
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={link} target="_blank" rel="noopener noreferrer" className="button button-primary">
          {t("start")}
          <Icon name="arrow" className="size-4" />
          <span className="sr-only">{t("newTab")}</span>
        </a>
        <CopyLink link={link} />
      </div>
    </div>
  );
}

/** Says for two seconds that it copied; its place is kept without JavaScript, where it cannot work. */
function CopyLink({ link }: { link: string }) {
  const t = useTranslations("telegram");
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_RESET_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await copyText(link);
    setCopied(true);
  };
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={`button min-w-36 ${hydrated ? "" : "invisible"}`}
      aria-live="polite"
    >
      <Icon name={copied ? "check" : "copy"} className={copied ? "size-5 text-good" : "size-5"} />
      {copied ? t("copied") : t("copyLink")}
    </button>
  );
}

/** The link as a QR code, for the phone that is not this device. */
export function QrCard({ handle, link, qr }: { handle: string; link: string; qr: QrDrawing }) {
  const t = useTranslations("telegram");
  return (
    <section
      className="panel grid content-start justify-items-center gap-3 p-5 lg:w-72"
      aria-label={t("qrTitle")}
    >
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={t("qrAlt", { handle })}
        shapeRendering="crispEdges"
        className="size-52 rounded-md bg-white"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="text-center text-sm text-soft">{t("qrText")}</p>
      <a href={link} target="_blank" rel="noopener noreferrer" className="button w-full">
        {t("open")}
        <span className="sr-only">{t("newTab")}</span>
      </a>
    </section>
  );
}
