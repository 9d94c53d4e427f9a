import { useTranslations } from "use-intl";
import { usePage } from "../lib/page-context";
import type { OperatorSetting } from "../lib/page-state";

/** Marks what is shown in place of a setting that the operator of a simulation has not made. */
export function ExampleMark({ of }: { of: OperatorSetting }) {
  const t = useTranslations("header");
  const { site } = usePage();
  if (!site.examples.includes(of)) return null;
  return (
    <>
      {" "}
      <span className="inline-block rounded-full border border-edge px-2 font-sans text-[0.8125rem]/5 font-normal tracking-normal whitespace-nowrap text-soft">
        {t("example")}
      </span>
    </>
  );
}
