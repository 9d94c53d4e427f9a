import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { copyText } from "../../../lib/browser";
import { notify } from "../../../ui/notices";
import { Remark } from "../../../ui/prose";
import { Part } from "../part";

/** The codes for the day the app is lost, shown this once: to copy, or to print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations();
  const [isPrinting, setPrinting] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone, and these codes are not shown again.
  useEffect(() => part.current?.focus(), []);
  useEffect(() => {
    if (!isPrinting) return;
    // The style sheet prints nothing but the marked part.
    document.documentElement.dataset.printing = "";
    print();
    delete document.documentElement.dataset.printing;
    setPrinting(false);
  }, [isPrinting]);
  const copy = async () => {
    await copyText(codes.join("\n"));
    notify({
      title: t("toast.copied"),
      text: t("toast.copiedText", { what: t("adminAccess.recoveryTitle") }),
    });
  };
  return (
    <div ref={part} tabIndex={-1} data-printed="" className="outline-none">
      <Part id="recovery" title={t("adminAccess.recoveryTitle")}>
        <Remark>{t("adminAccess.recoveryText")}</Remark>
        <ol className="mt-4 grid grid-cols-2 gap-x-8 border-b sm:grid-cols-3">
          {codes.map((code) => (
            <li key={code} translate="no" className="border-t py-2 font-mono">
              {code}
            </li>
          ))}
        </ol>
        <div className="mt-4 flex flex-wrap gap-3 print:hidden">
          <button type="button" onClick={() => void copy()} className="button button-primary">
            {t("adminAccess.copyCodes")}
          </button>
          <button type="button" onClick={() => setPrinting(true)} className="button">
            {t("adminAccess.printCodes")}
          </button>
        </div>
      </Part>
    </div>
  );
}
