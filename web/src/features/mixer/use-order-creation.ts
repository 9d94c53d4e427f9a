import type { CreateExchangeBody } from "@sotto/openapi";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isUnknown } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { useAppContext, usePage } from "../../lib/page-context";
import { dismissNotice, notify } from "../../ui/notices";
import { type FieldErrors, fieldErrors } from "../order-form/errors";
import { createMixingOrder } from "./create-order";

const redirectDelayMs = 2000;

/** Creates a mixing order, says so, and goes to its payment page after 2 s; a refusal comes back as errors by field. */
export function useOrderCreation(names: readonly string[], failure: { title: string; text: string }) {
  const t = useTranslations();
  const { api, queryClient } = useAppContext();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const key = useRef(usePage().idempotencyKey);

  /** What is entered changed: it would be another order. */
  const renew = () => {
    key.current = newIdempotencyKey();
  };
  const create = async (order: CreateExchangeBody): Promise<FieldErrors | null> => {
    setBusy(true);
    const { result, session } = await createMixingOrder(api, order, key.current);
    if (session !== null) queryClient.setQueryData(["privacy-session"], { ok: true, data: session });
    if (result.ok) {
      const { id, trackingCode } = result.data;
      notify({ title: t("mixer.created"), text: t("mixer.createdText", { id: trackingCode }) });
      // The next mix has a session of its own.
      void queryClient.invalidateQueries({ queryKey: ["privacy-session"], refetchType: "none" });
      setTimeout(() => {
        dismissNotice();
        void router.navigate({ to: "/payment", search: { id } });
      }, redirectDelayMs);
      return null;
    }
    // After an unknown outcome the same key finds the order again; after a refusal a new attempt is a new order.
    if (!isUnknown(result.problem)) renew();
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: ["mix"] });
    const fallback = result.problem.code === "network" ? t("error.network") : failure.text;
    return refuse(fieldErrors(result.problem, fallback, names), failure.title);
  };
  return { isBusy, renew, create };
}

/** Says what is wrong in a notice and leads to the first field that is; answers the same errors. */
export function refuse(errors: FieldErrors, title: string): FieldErrors {
  const [name = "", text = ""] = Object.entries(errors)[0] ?? [];
  notify({ title, text, tone: "bad" });
  document.getElementsByName(name)[0]?.focus();
  return errors;
}
