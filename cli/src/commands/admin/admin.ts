import { Command } from "commander";
import type { Contexts } from "../../context";
import { auditCommand } from "./audit";
import { invariantsCommand, overviewCommand, reservesCommand } from "./books";
import { keysCommand } from "./keys";
import { loansCommand } from "./loans";
import { ordersCommand } from "./orders";
import { recoveriesCommand } from "./recoveries";
import { loginCommand, logoutCommand, whoamiCommand } from "./session";
import { assetsCommand, chainsCommand, payoutsCommand, signerCommand, spendsCommand } from "./switches";

/** `sotto admin …`: what an administrator's role allows. */
export const adminCommand = (contexts: Contexts): Command =>
  new Command("admin")
    .description("administer the server")
    .addCommand(loginCommand(contexts))
    .addCommand(logoutCommand(contexts))
    .addCommand(whoamiCommand(contexts))
    .addCommand(overviewCommand(contexts))
    .addCommand(ordersCommand(contexts))
    .addCommand(loansCommand(contexts))
    .addCommand(keysCommand(contexts))
    .addCommand(reservesCommand(contexts))
    .addCommand(invariantsCommand(contexts))
    .addCommand(auditCommand(contexts))
    .addCommand(assetsCommand(contexts))
    .addCommand(payoutsCommand(contexts))
    .addCommand(signerCommand(contexts))
    .addCommand(chainsCommand(contexts))
    .addCommand(spendsCommand(contexts))
    .addCommand(recoveriesCommand(contexts));
