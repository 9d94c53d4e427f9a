import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PageHead, Readouts } from "../../ui/prose";

const route = getRouteApi("/problems/$");

/** What a problem code means and which statuses it has, for a developer who met it. */
export function ProblemPage() {
  const t = useTranslations("apiDocs.problem");
  const { code, status, v1Status, title, message } = route.useLoaderData();
  return (
    <article className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <PageHead title={title} lead={message} />
      <Readouts
        label={t("kind")}
        items={[
          {
            label: t("code"),
            value: (
              <code translate="no" className="font-mono text-base wrap-anywhere">
                {code}
              </code>
            ),
          },
          { label: t("status"), value: status },
          { label: t("v1Status"), value: v1Status, note: "/api/v1" },
        ]}
      />
      <p className="mt-6 max-w-[64ch] text-soft">{t("text")}</p>
      <p className="mt-4">
        <Link to="/api-docs" hash="errors" className="link">
          {t("all")}
        </Link>
      </p>
    </article>
  );
}
