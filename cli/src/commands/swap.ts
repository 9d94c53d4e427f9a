import { Command } from "commander";
import type { Contexts } from "../context";
import { claimCommand } from "./swap/claim";
import { createSwapCommand } from "./swap/create";
import { decideCommand } from "./swap/decide";
import { cancelCommand, deleteCommand, refundAddressCommand } from "./swap/end";
import { qrCommand, showCommand, watchCommand } from "./swap/show";

/** `sotto swap …`: everything about an order of one's own; the bare form creates one. */
export const swapCommand = (contexts: Contexts): Command =>
  new Command("swap")
    .description("make an order and steer it")
    .addCommand(createSwapCommand(contexts), { isDefault: true })
    .addCommand(showCommand(contexts))
    .addCommand(watchCommand(contexts))
    .addCommand(decideCommand(contexts))
    .addCommand(refundAddressCommand(contexts))
    .addCommand(cancelCommand(contexts))
    .addCommand(deleteCommand(contexts))
    .addCommand(claimCommand(contexts))
    .addCommand(qrCommand(contexts));
