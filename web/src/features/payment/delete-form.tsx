import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { FieldMessage, messageId } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { ActionForm } from "./action-form";
import { Spinner } from "./spinner";

/** Forgets an ended order at once: what that does, a box to confirm it, and the button. */
export function DeleteForm({ order }: { order: Order }) {
  const t = useTranslations("deletion");
  return (
    <ActionForm intent="delete">
      {({ isBusy, errors }) => (
        <details className="group panel px-4 sm:px-6" open={errors.confirm !== undefined}>
          <summary className="flex min-h-12 items-center justify-between gap-3 font-medium">
            {t("title")}
            <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
          </summary>
          <div className="pb-4 text-sm">
            <ul className="grid list-disc gap-1 pl-5 text-soft">
              <li>{t("what")}</li>
              {order.mixing === null ? null : <li>{t("whatMix")}</li>}
              <li>{t("late")}</li>
              <li>
                {t.rich("remains", {
                  link: (text) => (
                    <Link to="/privacy" hash="deletion" className="link">
                      {text}
                    </Link>
                  ),
                })}
              </li>
            </ul>
            <label className="mt-3 flex items-start gap-3">
              <input
                type="checkbox"
                name="confirm"
                value="on"
                aria-invalid={errors.confirm !== undefined}
                aria-describedby={messageId("confirm")}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="font-medium">{t("confirm")}</span>
            </label>
            <FieldMessage name="confirm" error={errors.confirm} reserve={false} />
            <button type="submit" disabled={isBusy} className="button mt-3 text-bad max-sm:w-full">
              {isBusy ? <Spinner /> : null}
              {t("submit")}
            </button>
          </div>
        </details>
      )}
    </ActionForm>
  );
}
