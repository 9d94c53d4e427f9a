/** The pool holds this many times a mix's amount, so that its rounds and its payout need not touch its own deposit. */
const POOL_TO_AMOUNT = 2n;

/** Whether what is payable can carry a mix of `units` with coins that do not descend from its own deposit. */
export const isPoolSufficient = (pool: { payableUnits: bigint; units: bigint }): boolean =>
  pool.payableUnits >= pool.units * POOL_TO_AMOUNT;
