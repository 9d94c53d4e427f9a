import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { MixPicture } from "./mix-picture";
import { MixerForm } from "./mixer-form";
import { Tips } from "./tips";
import { Unavailable } from "./unavailable";

const route = getRouteApi("/privacy-mixer");

/** The privacy mixer: amounts and settings, what they cost, what stays visible, and how a mix goes. */
export function MixerPage() {
  const data = route.useLoaderData();
  const { currencies, unavailable } = data;
  return (
    <>
      <Head />
      <div className="mx-auto max-w-[73rem] px-4 sm:px-6">
        {unavailable !== null || !currencies.ok ? (
          <div className="relative z-10 -mt-10 grid items-start gap-8 lg:grid-cols-2">
            <Unavailable text={unavailable} failure={currencies.ok ? null : currencies.error.message} />
            <Tips />
          </div>
        ) : (
          <MixerForm data={data} currencies={currencies.value} />
        )}
      </div>
    </>
  );
}

/** The coloured field, whose lower edge is the line that the form's card lies over. */
function Head() {
  const t = useTranslations("mixer");
  return (
    <header className="field border-b-2 border-accent">
      <div className="mx-auto flex max-w-[73rem] items-start justify-between gap-10 px-4 pb-16 sm:px-6 lg:pb-24">
        <div className="min-w-0 lg:max-w-[42rem]">
          <Link
            to="/"
            className="-ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-soft hover:text-ink"
          >
            <Icon name="chevron" className="size-4 rotate-90" />
            {t("backHome")}
          </Link>
          <p className="eyebrow mt-1">{t("title")}</p>
          <h1 className="display display-large text-[2.75rem]/12 sm:text-[4.5rem]/19">{t("headline")}</h1>
          <p className="mt-3 max-w-[36rem] text-soft sm:text-lg/7">{t("intro")}</p>
        </div>
        <MixPicture className="mt-8 h-auto w-96 shrink-0 max-lg:hidden xl:w-114" />
      </div>
    </header>
  );
}
