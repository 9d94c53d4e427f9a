import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { FieldMessage, messageId } from "../../ui/field";
import { ActionForm } from "./action-form";
import { WideFold } from "./fold";
import { Spinner } from "./spinner";

/** Forgets an ended order at once: what that does, a box to confirm it, and the button. */
export function DeleteForm({ order }: { order: Order }) {
  const t = useTranslations("deletion");
  return (
    <ActionForm intent="delete">
      {({ isBusy, errors }) => (
        <WideFold name="delete" summary={t("title")} error={errors.confirm} className="panel px-4 sm:px-6">
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
        </WideFold>
      )}
    </ActionForm>
  );
}
