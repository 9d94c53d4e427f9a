/** Whether two query keys are of one pair: a name, what is sent, what is received, and more. */
export function samePair(one: readonly unknown[] | undefined, other: readonly unknown[]): boolean {
  return one?.[1] === other[1] && one?.[2] === other[2];
}
