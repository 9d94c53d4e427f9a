import type { ReactNode } from "react";
import { Disc } from "./disc";

/**
 * The first screen of a page with an order form. Its parts place themselves by their class: `hero-chips`, `hero-card`
 * with its `hero-part`s, and `hero-receipt`, which hangs from the line.
 */
export function Hero({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle: string;
  children: ReactNode;
}) {
  return (
    <section className="field hero">
      <div className="hero-disc">
        <Disc isSolid level={0.5} className="size-full" />
      </div>
      <div className="hero-grid">
        <div className="hero-title">
          <p className="mb-2 text-sm text-soft sm:text-lg lg:mb-4">{subtitle}</p>
          <h1 className="display display-large">{title}</h1>
        </div>
        {children}
      </div>
    </section>
  );
}
