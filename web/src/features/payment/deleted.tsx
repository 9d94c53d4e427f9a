import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { forgetOrder } from "../../lib/browser";
import { useSubmitted } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";

const FILE_NAME = "sotto-deletion-note.json";

/** In place of a deleted order: its signed note, to copy, to save as a file, or to mark as text. */
export function Deleted({ id, note }: { id: string; note: string }) {
  const t = useTranslations();
  // Taken, so that a later visit of another order does not find it.
  useSubmitted("payment");
  useEffect(() => {
    document.title = t("deletion.metaTitle");
    forgetOrder(id);
  }, [t, id]);
  return (
    <div className="mx-auto max-w-2xl px-4 pt-5 sm:px-6 sm:pt-10">
      <div role="status">
        <h1 className="text-2xl font-semibold tracking-tight sm:text-4xl">{t("deletion.doneTitle")}</h1>
        <p className="mt-2 text-soft">{t("deletion.doneText")}</p>
      </div>
      <section className="panel mt-5 p-4 sm:p-6" aria-labelledby="note">
        <div className="flex items-center justify-between gap-2">
          <h2 id="note" className="font-semibold tracking-tight">
            {t("deletion.note")}
          </h2>
          <CopyButton value={note} label={t("deletion.copy")} what={t("deletion.note")} />
        </div>
        <pre className="mt-2 rounded-md bg-well p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {note}
        </pre>
        <p className="mt-3 text-sm text-soft">{t("deletion.signature")}</p>
        {/* A file without a script, and without asking the server, which has no copy. */}
        <a
          href={`data:application/json;charset=utf-8,${encodeURIComponent(note)}`}
          download={FILE_NAME}
          className="button button-primary mt-4 max-sm:w-full"
        >
          {t("deletion.save")}
        </a>
      </section>
      <Link to="/" className="button mt-6">
        {t("payment.backHome")}
      </Link>
    </div>
  );
}
