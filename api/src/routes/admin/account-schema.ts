import { z } from "@hono/zod-openapi";
import { ADMIN_ROLES } from "../../admin/roles";
import { instant } from "../../http/wire";

export const loginBodySchema = z
  .strictObject({
    username: z.string().min(1).max(100).openapi({ example: "admin" }),
    password: z.string().min(1).max(300).openapi({ example: "correct horse battery staple" }),
    totp: z
      .string()
      .max(20)
      .optional()
      .openapi({ description: "The six digits, or a recovery code, where the account is enrolled." }),
    deviceToken: z.string().min(1).max(100).optional().openapi({
      description:
        "What this device's last login returned. Its logins then have a queue of their own, whatever others try. An unknown token changes nothing.",
    }),
  })
  .openapi("LoginBody");

const mustChangePassword = z.boolean().openapi({
  description: "Whether the password was generated: it must be changed before anything else is allowed.",
});

export const sessionSchema = z
  .object({
    success: z.literal(true),
    token: z.string().openapi({
      description: "256 random bits; sent as a Bearer header.",
      example: "q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8",
    }),
    expiresAt: instant("8 h after the login; 30 minutes without a call end it sooner."),
    deviceToken: z.string().openapi({
      description: "Keep it for 90 days and send it with this device's next login. It grants no access.",
      example: "Zt1VZ3mQ2o7h1v0y6KgQm0c1Ww3m2K7T8r7n3v2bQ9w",
    }),
    username: z.string().openapi({ example: "admin" }),
    role: z.enum(ADMIN_ROLES),
    totp: z.boolean().openapi({ description: "Whether the account is enrolled for one-time codes." }),
    mustChangePassword,
  })
  .openapi("AdminSession");

export const accountSchema = z
  .object({
    valid: z.literal(true),
    username: z.string().openapi({ example: "admin" }),
    role: z.enum(ADMIN_ROLES),
    totp: z.boolean().openapi({ description: "Whether the account is enrolled for one-time codes." }),
    mustChangePassword,
  })
  .openapi("AdminAccount");

export const verifyBodySchema = z
  .strictObject({
    token: z.string().max(100).optional().openapi({
      description: "The token of the Authorization header once more; another one is refused with 401.",
    }),
  })
  .openapi("VerifyTokenBody");

export const loggedOutSchema = z.object({ valid: z.literal(false) }).openapi("AdminLoggedOut");

export const changePasswordBodySchema = z
  .strictObject({
    currentPassword: z.string().min(1).max(300),
    newPassword: z
      .string()
      .min(1)
      .max(300)
      .openapi({ description: "Twelve characters or more, and not a common password." }),
  })
  .openapi("ChangePasswordBody");

export const enrolBodySchema = z
  .strictObject({
    password: z.string().min(1).max(300).openapi({ description: "The account's password." }),
  })
  .openapi("TotpEnrolBody");

export const enrolmentSchema = z
  .object({
    secret: z.string().openapi({
      description: "Base32 (RFC 4648), for typing in.",
      example: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    }),
    uri: z.string().openapi({
      description: "For authenticator apps: SHA-1, six digits, 30 s (RFC 6238).",
      example: "otpauth://totp/Sotto:admin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sotto",
    }),
    qrCode: z.string().openapi({ description: "The URI as an SVG document.", example: "<svg/>" }),
    expiresAt: instant("The time until which it can be confirmed."),
  })
  .openapi("TotpEnrolment");

export const confirmBodySchema = z
  .strictObject({ totp: z.string().max(20).openapi({ description: "The six digits.", example: "492039" }) })
  .openapi("TotpConfirmBody");

export const recoveryCodesSchema = z
  .object({
    recoveryCodes: z.array(z.string()).openapi({
      description: "Each replaces a one-time code at one login. Shown only once.",
      example: ["k3mv-7qpd-x2ah"],
    }),
  })
  .openapi("RecoveryCodes");
