import type { Chain } from "../../chains/chain";
import { type AssetCode, assetOf, type ChainId } from "../../core/assets";
import { orderIdOf, trackingCodeOf } from "../../core/ids";
import { mapOk, ok } from "../../core/result";
import type { Tx } from "../../db/client";
import type { Language } from "../../language/languages";
import type { Order } from "../../orders/machine/order";
import { cancelOrder } from "../../orders/verbs/cancel";
import { countUnpaid } from "../../orders/verbs/count-unpaid";
import { type CreateCall, type CreateParts, createOrders } from "../../orders/verbs/create";
import { type DecideParts, type Decision, decideOrder } from "../../orders/verbs/decide";
import { delayMix } from "../../orders/verbs/delay";
import { type EvidenceSource, evidenceIn, evidenceOf } from "../../orders/verbs/evidence";
import type { OrderInput } from "../../orders/verbs/order-input";
import { setRefundAddress } from "../../orders/verbs/set-refund-address";
import { createSharedReads } from "../../orders/verbs/shared-reads";
import { trackOrder } from "../../orders/verbs/track";
import { verifyPayment } from "../../orders/verbs/verify-payment";
import { withOrder } from "../../orders/verbs/with-order";
import { observerWire } from "../mixer/view";
import { createAdminOrderAnswers } from "./admin-answers";
import type { OrderCall } from "./call";
import { paymentUri } from "./payment-uri";
import { createReadings } from "./readings";
import type { OrderWire } from "./schema";
import { trackWire } from "./track-view";
import { orderIn, orderWire, paymentWire, type ViewContext, verificationWire } from "./view";

export type OrderAnswerParts = CreateParts &
  DecideParts & {
    explorers: ReadonlyMap<ChainId, Pick<Chain, "explorerUrl">>;
    confirmationsRequired(asset: AssetCode, units: bigint): number;
    estimatedSeconds(order: Order, confirmations: number): number;
    mixSeconds(order: Order): number;
  };

/** What the operations of orders answer, for every base path alike. */
export type OrderAnswers = ReturnType<typeof createOrderAnswers>;

/** Builds the answers: the verbs of orders, and what they give as the contract shows it. */
export function createOrderAnswers(parts: OrderAnswerParts) {
  const { database } = parts;
  const { reads, evidence } = createSharedReads(database);
  const contextOf = createContextReader(parts);
  const wireOf = async (order: Order, language: Language | undefined, tx: Tx): Promise<OrderWire> =>
    orderWire(order, await contextOf(order, language, evidenceIn(tx)));
  const callOf = <Given extends OrderCall>({ language, ...call }: Given) => ({
    ...call,
    answer: (order: Order, tx: Tx) => wireOf(order, language, tx),
  });
  // A first answer that is given again is in the language of the request that gets it now.
  const inLanguage =
    (language: Language = "en") =>
    (answer: OrderWire): OrderWire =>
      orderIn(language, answer);
  const readOnce = createReadings({ ...parts, reads }, (order, language) =>
    contextOf(order, language, evidence),
  );
  const create = createOrders<OrderWire>(parts);
  const answers = {
    create: async (input: OrderInput, call: OrderCall & Pick<CreateCall<OrderWire>, "record" | "others">) =>
      mapOk(await create(input, callOf(call)), inLanguage(call.language)),
    read: (id: string, language: Language = "en") => readOnce({ id: orderIdOf(id), language }),
    payment: (id: string, language?: Language) =>
      withOrder(database, orderIdOf(id), async (order) =>
        ok(paymentWire(order, await contextOf(order, language, evidence))),
      ),
    /** What the QR code of the order's payment says: a payment URI, or the bare address. */
    qrText: (id: string) =>
      withOrder(database, orderIdOf(id), async (order) =>
        ok(paymentUri(order) ?? order.terms.depositAddress),
      ),
    async verifyPayment(id: string) {
      const found = await verifyPayment(parts, orderIdOf(id));
      if (!found.ok) return found;
      const { order, cursor } = found.value;
      const context = await contextOf(order, undefined, evidence);
      return ok(verificationWire(order, context, { cursor, now: parts.clock.now() }));
    },
    decide: async (id: string, input: Decision, call: OrderCall) =>
      mapOk(await decideOrder(parts, orderIdOf(id), input, callOf(call)), inLanguage(call.language)),
    setRefundAddress: async (id: string, input: { address: string }, call: OrderCall) =>
      mapOk(await setRefundAddress(parts, orderIdOf(id), input, callOf(call)), inLanguage(call.language)),
    cancel: async (id: string, call: OrderCall) =>
      mapOk(await cancelOrder(parts, orderIdOf(id), callOf(call)), inLanguage(call.language)),
    delay: async (id: string, input: { delayMinutes: number }, call: OrderCall) =>
      mapOk(await delayMix(parts, orderIdOf(id), input, callOf(call)), inLanguage(call.language)),
    track: async ({ code, tail }: { code: string; tail?: string | undefined }) =>
      mapOk(await trackOrder({ database, reads }, { code: trackingCodeOf(code), tail }), trackWire),
    /** How many of these orders are not paid. */
    countUnpaid: (ids: readonly string[]) => countUnpaid(database, ids),
    /** Calls back soon after the order changed; returns the unsubscriber. */
    watch: (id: string, listener: () => void): (() => void) => parts.notifier.onOrder(id, listener),
  };
  return { ...answers, ...createAdminOrderAnswers(parts, { wireOf, callOf, inLanguage }) };
}

/** What a view needs beside the order. */
const createContextReader =
  (parts: OrderAnswerParts) =>
  async (order: Order, language: Language = "en", source: EvidenceSource): Promise<ViewContext> => {
    const { observer, ...evidence } = await evidenceOf(parts, order, source);
    const { mixer, sendAsset: send } = order.terms;
    const settings = mixer && {
      level: mixer.settings.level,
      delayMinutes: order.mix?.delayMinutes ?? mixer.settings.delayMinutes,
    };
    return {
      ...evidence,
      language,
      explorerUrl: (asset, txId) => parts.explorers.get(assetOf(asset).chain)?.explorerUrl(txId) ?? null,
      confirmationsRequired: parts.confirmationsRequired,
      estimatedSeconds: parts.estimatedSeconds,
      mixSeconds: parts.mixSeconds,
      observer: observer && settings ? observerWire(observer, { ...settings, send }) : null,
    };
  };
