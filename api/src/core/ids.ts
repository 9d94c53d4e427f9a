declare const brand: unique symbol;

/** A text that is only accepted where this very kind of id is asked for. */
type Id<Kind extends string> = string & { readonly [brand]: Kind };

/** 128 random bits, base64url: the secret that is enough to see and manage the order. */
export type OrderId = Id<"order">;
/** Nine digits by which anybody may follow an order coarsely, and by which administrators name it. */
export type TrackingCode = Id<"tracking code">;
/** The name of an order's book in the ledger, unrelated to its id. */
export type BookId = Id<"book">;
/** The name of what is to be paid to one recipient; random. */
export type LegId = Id<"leg">;
/** A deposit's chain, transaction and number within it. */
export type DepositId = Id<"deposit">;
/** The number of a payout (loan) order: it counts from 1, so that people can name it to each other. */
export type LoanId = Id<"loan">;

/** Marks a text as an order's id: at the edges only, where a path's form was checked or a row was read. */
export const orderIdOf = (text: string): OrderId => text as OrderId;

/** Marks a text as a tracking code, at the edges only. */
export const trackingCodeOf = (text: string): TrackingCode => text as TrackingCode;

/** Marks a text as a book's name, at the edges only. */
export const bookIdOf = (text: string): BookId => text as BookId;

/** Marks a text as a leg's id, at the edges only. */
export const legIdOf = (text: string): LegId => text as LegId;

/** Marks a text as a deposit's id, at the edges only. */
export const depositIdOf = (text: string): DepositId => text as DepositId;

/** Marks a text as a loan's number, at the edges only. */
export const loanIdOf = (text: string): LoanId => text as LoanId;
