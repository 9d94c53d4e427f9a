import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { copyText } from "../lib/browser";
import { useHydrated } from "../lib/page-context";
import { Icon } from "./icon";
import { notify } from "./notices";

const COPIED_RESET_MS = 2000;

/** An icon, an icon in a box, or the page's first button with its words. */
export type CopyLook = "icon" | "boxed" | "primary";

const LOOKS: Readonly<Record<CopyLook, string>> = {
  icon: "grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-well hover:text-ink",
  boxed: "button size-12 shrink-0 p-0",
  primary: "button button-primary w-full",
};

interface CopyButtonProps {
  value: string;
  label: string;
  what: string;
  look?: CopyLook;
}

/** Copies a value and says so; its place is kept without JavaScript, where it cannot work. */
export function CopyButton({ value, label, what, look = "icon" }: CopyButtonProps) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_RESET_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await copyText(value);
    setCopied(true);
    notify({ title: t("toast.copied"), text: t("toast.copiedText", { what }) });
  };
  return (
    <button
      type="button"
      {...(look === "primary" ? {} : { "aria-label": label, title: label, "data-tip": "" })}
      onClick={() => void copy()}
      className={`${LOOKS[look]} ${hydrated ? "" : "invisible"}`}
    >
      <Icon
        name={copied ? "check" : "copy"}
        className={copied && look !== "primary" ? "size-5 text-good" : "size-5"}
      />
      {look === "primary" ? label : null}
    </button>
  );
}
