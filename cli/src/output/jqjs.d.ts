declare module "@michaelhomer/jqjs" {
  /** Compiles a filter of the jq language; the result returns the filter's outputs for a value. */
  export function compile(program: string): (value: unknown) => Iterable<unknown>;
}
