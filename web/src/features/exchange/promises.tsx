import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

const PROMISES = [
  { title: "secureTitle", text: "secureText", to: "/faq", proof: "secureProof" },
  { title: "fastTitle", text: "fastText", to: "/track", proof: "fastProof" },
  { title: "anonymousTitle", text: "anonymousText", to: "/privacy", proof: "anonymousProof" },
] as const;

/** What a visitor may rely on, each with the page that shows how it is kept. */
export function Promises() {
  const t = useTranslations("assurances");
  return (
    <section className="mx-auto mt-18 max-w-[72.5rem] px-4 sm:mt-24 sm:px-5" aria-labelledby="facts">
      <h2 id="facts" className="display max-w-xl text-[2.25rem]/11 sm:text-[2.75rem]/13">
        {t("factsTitle")}
      </h2>
      <ul className="mt-8 border-t">
        {PROMISES.map(({ title, text, to, proof }) => (
          <li
            key={title}
            className="grid gap-x-8 gap-y-2 border-b py-6 md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,3fr)]"
          >
            <h3 className="text-[1.625rem]/8 display">{t(title)}</h3>
            <p>{t(text)}</p>
            <p className="md:text-right">
              <Link to={to} className="link text-[0.9375rem]">
                {t(proof)}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
