import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import { recoveredSchema, recoveryBody, recoveryParams } from "./recovery-schema";

export const refundRecovery = defineOperation({
  method: "post",
  path: "/api/admin/recoveries/{id}/refund",
  operationId: "refundRecovery",
  summary: "Send coins back that came to an address of another network",
  description:
    "A separate order sends the coins to the address that is named, less the network fee, once their source is screened. The order that the address belongs to stays as it is. Ask the customer for an address on this network: the one that they gave for the other may not exist here.",
  tag: "admin",
  params: recoveryParams,
  paramsCode: "recovery/unknown",
  body: recoveryBody,
  bodyExample: {
    refundAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    reason: "The customer showed the payment and named the address.",
  },
  answer: recoveredSchema,
  answerDescription: "The order that sends them back.",
  answerExample: {
    trackingCode: "482915037",
    refundAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    currency: "USDT-BEP20",
    amount: "120",
  },
  problems: [
    "recovery/unknown",
    "recovery/not-final",
    "recovery/opened",
    "recovery/too-little",
    "rate/unavailable",
    "address/format",
    "address/checksum",
    "address/network",
    "address/zero",
    "address/ours",
    "address/contract",
    "address/uri",
    "address/characters",
    "address/listed",
  ],
  security: "bearer",
  role: "approver",
  money: ["id", "refundAddress"],
  limits: [LIMITS.admin],
});
