/** Runs at most `max` works at a time; the others wait their turn, in order. */
export function atMost(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < max) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A turn that ends goes to the next in line, or is free again.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
