/** A value that is there, or that will be. */
export type MaybeLater<Value> = Value | Promise<Value>;

/** What `next` makes of a value: at once where the value is there, and not only in a later turn, as `await` does. */
export const after = <Given, Made>(
  given: MaybeLater<Given>,
  next: (given: Given) => MaybeLater<Made>,
): MaybeLater<Made> => (given instanceof Promise ? given.then(next) : next(given));
