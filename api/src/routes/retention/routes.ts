import { amountText } from "../../core/asset-amount";
import type { Problem } from "../../core/errors";
import { mapOk, type Result } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import type { Claimed } from "../../retention/claim";
import type { DeletionNote } from "../../retention/note";
import { claimDeposits, deleteExchange } from "./operations";
import type { ClaimBody } from "./schema";

/** Forgetting, and claims by the note that it gave. */
export type RetentionVerbs = {
  delete(id: string): Promise<Result<DeletionNote, Problem>>;
  claim(claim: ClaimBody): Promise<Result<Claimed[], Problem>>;
};

/** Serves deletion on request and claims by a deletion note. */
export function mountRetentionRoutes(edge: Edge, retention: RetentionVerbs): void {
  mount(edge, deleteExchange, ({ params }) => retention.delete(params.id));
  mount(edge, claimDeposits, async ({ body }) =>
    mapOk(await retention.claim(body), (claims) =>
      claims.map(({ id, trackingCode, refundAddress, asset, units }) => ({
        id,
        trackingCode,
        refundAddress,
        currency: asset,
        amount: amountText(asset, units),
      })),
    ),
  );
}
