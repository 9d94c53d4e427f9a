import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { MixerForm } from "./mixer-form";
import { Tips } from "./tips";
import { Unavailable } from "./unavailable";

const route = getRouteApi("/privacy-mixer");

/** The privacy mixer: amounts and settings, what they cost, how private they are, and how a mix goes. */
export function MixerPage() {
  const t = useTranslations("mixer");
  const data = route.useLoaderData();
  const { currencies, unavailable } = data;
  return (
    <div className="mx-auto max-w-6xl px-4 pt-3 sm:px-6 sm:pt-8">
      <Link to="/" className="-ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-soft hover:text-ink">
        <Icon name="chevron" className="size-4 rotate-90" />
        {t("backHome")}
      </Link>
      <h1 className="text-2xl display sm:text-4xl">{t("title")}</h1>
      <p className="mt-1 max-w-2xl text-soft sm:mt-2">{t("intro")}</p>
      {unavailable !== null || !currencies.ok ? (
        <div className="mt-6 grid gap-4">
          <Unavailable text={unavailable} failure={currencies.ok ? null : currencies.error.message} />
          <Tips />
        </div>
      ) : (
        <MixerForm data={data} currencies={currencies.value} />
      )}
    </div>
  );
}
