import { accountKind } from "../../src/ledger/accounts";
import { balanced, type LedgerTransaction } from "../../src/ledger/entry";

/** For tests: balances on paper, which refuse what the database's constraints would refuse. */
export class ExampleLedger {
  readonly balances = new Map<string, bigint>();
  readonly keys = new Set<string>();

  /** Books it whole. Throws when it is unbalanced, was booked before, or overdraws a customer's or a leg's account. */
  append(booking: LedgerTransaction): void {
    if (this.keys.has(booking.key)) throw new Error(`booked twice: ${booking.key}`);
    if (!balanced(booking.entries)) throw new Error(`unbalanced: ${booking.key}`);
    this.keys.add(booking.key);
    for (const { account, asset, units } of booking.entries) {
      const key = `${account} ${asset}`;
      const balance = this.balance(account, asset) + units * BigInt(accountKind(account).normal);
      this.balances.set(key, balance);
    }
    for (const { account, asset } of booking.entries) {
      const isOwed = account.startsWith("customer:") || account.startsWith("payable:");
      if (isOwed && this.balance(account, asset) < 0n) throw new Error(`overdrawn: ${account} ${asset}`);
    }
  }

  /** In the account's own direction: what we hold, or what we owe. */
  balance(account: string, asset: string): bigint {
    return this.balances.get(`${account} ${asset}`) ?? 0n;
  }

  /** What is owed to customers and legs together. */
  owed(): bigint {
    return [...this.balances]
      .filter(([key]) => key.startsWith("customer:") || key.startsWith("payable:"))
      .reduce((sum, [, units]) => sum + units, 0n);
  }
}
