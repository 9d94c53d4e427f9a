/** How much is measured. */
export type Form = {
  isShort: boolean;
  rounds: number;
  /** Of one side of a round. */
  seconds: number;
  /** The same where orders are made: a chain has 6,000 open ones and no more. */
  createSeconds: number;
  settledARound: number;
  mixedARound: number;
  starts: number;
  /** A start of the command line is short: more of them, so that the medians hold still. */
  cliRounds: number;
  idleSeconds: number;
  oldOrders: number;
  /** Paid at once, so that what each block costs is divided by many. */
  completedARound: number;
  /** With the round that warms up, fewer than the hundred after which a coinbase is looked at again. */
  blocksARound: number;
};

export const FULL: Form = {
  isShort: false,
  rounds: 5,
  seconds: 3,
  createSeconds: 0.6,
  settledARound: 400,
  mixedARound: 100,
  starts: 5,
  cliRounds: 21,
  idleSeconds: 60,
  oldOrders: 1_000_000,
  completedARound: 400,
  blocksARound: 15,
};

/** Many short rounds: beside other work their median is steadier than that of a few long ones. */
export const SHORT: Form = {
  isShort: true,
  rounds: 7,
  seconds: 0.5,
  createSeconds: 0.35,
  settledARound: 50,
  mixedARound: 12,
  starts: 3,
  cliRounds: 13,
  idleSeconds: 20,
  oldOrders: 20_000,
  completedARound: 200,
  blocksARound: 10,
};
