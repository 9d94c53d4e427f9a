import type { CreateExchangeBody } from "@sotto/openapi";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isUnknown, type Order, type Refusal } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { useAppContext, usePage } from "../../lib/page-context";
import { dismissNotice, notify } from "../../ui/notices";
import { createOrder, isMix } from "./create-order";

const redirectDelayMs = 2000;

/** Creates an order once, whatever answer gets lost; then says so and goes to its payment page after 2 s. */
export function useOrderCreation() {
  const { api, queryClient } = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const key = useRef(usePage().idempotencyKey);
  const leadOn = useLeadOn();

  /** What is entered changed: it would be another order. */
  const renew = () => {
    key.current = newIdempotencyKey();
  };
  /** Creates the order; answers with the refusal, or null when there is an order. */
  const create = async (order: CreateExchangeBody): Promise<Refusal | null> => {
    setBusy(true);
    const { result, session } = await createOrder(api, order, key.current);
    if (session !== null) queryClient.setQueryData(["privacy-session"], { ok: true, data: session });
    if (result.ok) {
      leadOn(result.data, isMix(order));
      return null;
    }
    // After an unknown outcome the same key finds the order again; after a refusal a new attempt is a new order.
    if (!isUnknown(result.problem)) renew();
    await queryClient.invalidateQueries({ queryKey: ["calculation"] });
    setBusy(false);
    return result.problem;
  };
  return { isBusy, renew, create };
}

/** Says that an order was created, and goes to its payment page. */
function useLeadOn() {
  const t = useTranslations();
  const { queryClient } = useAppContext();
  const router = useRouter();
  return ({ id, trackingCode }: Order, mixes: boolean) => {
    if (mixes) {
      notify({ title: t("mixer.created"), text: t("mixer.createdText", { id: trackingCode }) });
      // The next mix has a session of its own.
      void queryClient.invalidateQueries({ queryKey: ["privacy-session"], refetchType: "none" });
    } else {
      notify({ title: t("toast.created"), text: t("toast.createdText") });
    }
    setTimeout(() => {
      dismissNotice();
      if (mixes) void router.navigate({ to: "/payment", search: { id } });
      else void router.navigate({ to: "/payment/$id", params: { id } });
    }, redirectDelayMs);
  };
}
