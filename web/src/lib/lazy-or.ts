import { type ComponentType, lazy } from "react";

/** A component whose code comes later, or nothing where that code cannot be loaded: the page goes on without it. */
export const lazyOr = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
