import { type ComponentType, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { addPageMessages, type PageName } from "../lib/catalogues";
import { useAppContext } from "../lib/page-context";
import { notify } from "./notices";

/**
 * A part of the page whose code and texts are loaded when they are first needed. `Part` is null until then; `prepare`
 * loads ahead, and returns whether it worked.
 */
export function useLazyPart<Props>(load: () => Promise<ComponentType<Props>>, catalogue: PageName) {
  const t = useTranslations("error");
  const context = useAppContext();
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const loading = useRef<Promise<boolean> | null>(null);
  const prepare = (): Promise<boolean> => {
    loading.current ??= Promise.all([load(), addPageMessages(context, catalogue)]).then(
      ([part]) => {
        setPart(() => part);
        return true;
      },
      () => {
        loading.current = null;
        return false;
      },
    );
    return loading.current;
  };
  /** Loads what was not loaded ahead, and says so where that fails. */
  const open = async (): Promise<boolean> => {
    const isThere = await prepare();
    if (!isThere) notify({ title: t("network"), tone: "bad" });
    return isThere;
  };
  return { Part, prepare, open };
}
