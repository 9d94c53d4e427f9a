import { useTranslations } from "use-intl";

/**
 * Takes a payment page's place while the browser fetches it: the same coloured field, and as high as the window, so that
 * nothing moves when the order arrives.
 */
export function PaymentPending() {
  const t = useTranslations("recent");
  return (
    <div className="min-h-dvh">
      <div className="field border-b border-line">
        <p
          role="status"
          className="mx-auto max-w-[73rem] px-4 py-2.5 text-[0.9375rem]/6 font-semibold motion-safe:animate-pulse sm:px-6 lg:h-[18.5rem] lg:pt-8 lg:font-display lg:text-[3.75rem]/16 lg:font-normal lg:tracking-[-0.03em]"
        >
          {t("loading")}
        </p>
      </div>
    </div>
  );
}
