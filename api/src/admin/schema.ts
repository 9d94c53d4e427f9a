import { z } from "@hono/zod-openapi";
import { chainId, currencyCode, decimal, instant } from "../http/wire";

export const loginBodySchema = z
  .object({
    username: z.string().min(1).max(100).openapi({ example: "admin" }),
    password: z.string().min(1).max(300).openapi({ example: "correct horse battery staple" }),
    totp: z
      .string()
      .max(10)
      .optional()
      .openapi({ description: "The six digits, where the account has them." }),
  })
  .openapi("LoginBody");

export const sessionSchema = z
  .object({
    success: z.literal(true),
    token: z.string().openapi({
      description: "256 random bits; sent as a Bearer header.",
      example: "q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8",
    }),
    expiresAt: instant("8 h after the login; 30 minutes without a call end it sooner."),
  })
  .openapi("AdminSession");

export const validSchema = z.object({ valid: z.boolean() }).openapi("AdminValid");

export const invariantSchema = z
  .object({
    id: z.int().openapi({ example: 1 }),
    name: z.string().openapi({ example: "a transaction balances per asset" }),
    violations: z.int().openapi({ example: 0 }),
  })
  .openapi("Invariant");
export type InvariantWire = z.infer<typeof invariantSchema>;

export const trialBalanceSchema = z
  .object({
    asset: currencyCode("BTC"),
    sum: decimal("Of all accounts; zero in sound books.", "0"),
    accounts: z.array(
      z.object({
        account: z.string().openapi({ example: "chain:BTC" }),
        balance: decimal("Signed.", "166.6"),
      }),
    ),
  })
  .openapi("TrialBalance");
export type TrialBalanceWire = z.infer<typeof trialBalanceSchema>;

export const walletSchema = z
  .object({
    currency: currencyCode("BTC"),
    address: z.string().openapi({
      description: "The hot wallet, to be funded.",
      example: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    }),
    balance: decimal("Confirmed.", "166.6"),
    owed: decimal("Promised to orders.", "0.5"),
    available: decimal("What can be promised.", "166.1"),
  })
  .openapi("Wallet");
export type WalletWire = z.infer<typeof walletSchema>;

export const chainParams = z.object({ chain: chainId.openapi({ param: { name: "chain", in: "path" } }) });
export const chainResumedSchema = z
  .object({ chain: chainId, status: z.enum(["ok", "unavailable", "halted"]) })
  .openapi("ChainState");
export type ChainResumedWire = z.infer<typeof chainResumedSchema>;
