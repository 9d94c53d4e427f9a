/** A value of the environment that cannot be used; the message names it and says why. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
