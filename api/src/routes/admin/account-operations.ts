import { defineOperation } from "../../http/operation";
import { LIMITS } from "../limits";
import {
  accountSchema,
  changePasswordBodySchema,
  confirmBodySchema,
  enrolBodySchema,
  enrolmentSchema,
  loggedOutSchema,
  loginBodySchema,
  recoveryCodesSchema,
  sessionSchema,
  verifyBodySchema,
} from "./account-schema";
import { ofViewers } from "./viewer-operations";

const ACCOUNT_EXAMPLE = {
  valid: true,
  username: "admin",
  role: "approver",
  totp: false,
  mustChangePassword: false,
} as const;

export const adminLogin = defineOperation({
  method: "post",
  path: "/api/admin/login",
  operationId: "adminLogin",
  summary: "Log in",
  description:
    "Every failure returns the identical 401. Attempts with the same name are checked one at a time, with a delay that grows with each failure. While eight are waiting, more are refused.",
  tag: "admin",
  body: loginBodySchema,
  bodyExample: { username: "admin", password: "correct horse battery staple" },
  answer: sessionSchema,
  answerDescription: "A token, shown once.",
  answerExample: {
    success: true,
    token: "q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8",
    expiresAt: "2026-01-01T20:00:00.000Z",
    deviceToken: "Zt1VZ3mQ2o7h1v0y6KgQm0c1Ww3m2K7T8r7n3v2bQ9w",
    username: "admin",
    role: "approver",
    totp: false,
    mustChangePassword: false,
  },
  problems: ["auth/failed", "login/busy"],
  security: "public",
  limits: [LIMITS.login],
});

export const adminVerify = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/verify",
  operationId: "adminVerify",
  summary: "Whether a token is still valid, and whose it is",
  body: verifyBodySchema,
  bodyOptional: true,
  bodyExample: {},
  answer: accountSchema,
  answerDescription: "It is; an invalid one is refused with 401.",
  answerExample: ACCOUNT_EXAMPLE,
  beforePasswordChange: true,
});

export const changePassword = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/password",
  operationId: "changePassword",
  summary: "Change your password",
  description:
    "Ends the account's other sessions. Until a generated password is changed, nothing else is allowed.",
  body: changePasswordBodySchema,
  bodyExample: {
    currentPassword: "correct horse battery staple",
    newPassword: "ten green bottles on a wall",
  },
  answer: accountSchema,
  answerDescription: "The account, with its new password.",
  answerExample: ACCOUNT_EXAMPLE,
  problems: ["auth/failed", "login/busy", "password/short", "password/common", "password/same"],
  limits: [LIMITS.admin, LIMITS.password],
  beforePasswordChange: true,
});

export const adminLogout = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/logout",
  operationId: "adminLogout",
  summary: "Revoke the token",
  answer: loggedOutSchema,
  answerDescription: "It is valid no more.",
  answerExample: { valid: false },
  beforePasswordChange: true,
});

export const enrolTotp = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/totp/enrol",
  operationId: "enrolTotp",
  summary: "Begin to use one-time codes",
  description: "Nothing changes until a code is confirmed.",
  body: enrolBodySchema,
  bodyExample: { password: "correct horse battery staple" },
  answer: enrolmentSchema,
  answerDescription: "The secret, for the app that makes the codes.",
  answerExample: {
    secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    uri: "otpauth://totp/Sotto:admin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sotto",
    qrCode: "<svg/>",
    expiresAt: "2026-01-01T12:10:00.000Z",
  },
  problems: ["auth/failed", "login/busy", "totp/enrolled"],
  // A password is tried here as at the login.
  limits: [LIMITS.admin, LIMITS.login],
});

export const confirmTotp = defineOperation({
  ...ofViewers,
  method: "post",
  path: "/api/admin/totp/confirm",
  operationId: "confirmTotp",
  summary: "Prove the first code; from then on every login needs one",
  body: confirmBodySchema,
  bodyExample: { totp: "492039" },
  answer: recoveryCodesSchema,
  answerDescription: "Codes for the day the app is lost, shown this once.",
  answerExample: { recoveryCodes: ["k3mv-7qpd-x2ah"] },
  problems: ["totp/code", "totp/enrolled", "totp/not-enrolling"],
});
