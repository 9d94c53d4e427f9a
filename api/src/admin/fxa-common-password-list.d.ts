declare module "fxa-common-password-list" {
  /** Whether it is one of the 50,000 most used passwords of eight characters or more, which are all in lower case. */
  export function test(password: string): boolean;
}
