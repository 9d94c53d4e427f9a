import { type ComponentType, lazy } from "react";

/** A component whose code is loaded later, or nothing where that code cannot be loaded: the page works without it. */
export const lazyOr = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
