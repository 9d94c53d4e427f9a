import { type RefObject, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { Disc } from "../../ui/disc";
import { notify } from "../../ui/notices";
import { Countdown } from "./countdown";
import { DeadlineLeft } from "./deadline";
import { ExpectedAt } from "./expected";
import { isExpected } from "./forecast";
import { discLevel, fieldOf } from "./level";
import { Levels } from "./levels";
import { isEnded } from "./load";

/**
 * The coloured field with the order's state. On a phone it is a strip that stays in sight while the page scrolls, unless
 * the order has ended.
 */
export function Head({ order }: { order: Order }) {
  const t = useTranslations();
  const title = useRef<HTMLHeadingElement>(null);
  useChangeNotice(order, title);
  // What has ended is read at leisure.
  const isTall = isEnded(order.state);
  // The receipt of what was paid or refunded lies over the field's lower edge.
  const below = order.state === "completed" || order.state === "refunded" ? "pb-28" : "pb-8";
  return (
    <header
      className={`${fieldOf(order.state)} border-b border-line ${isTall ? "" : "max-lg:sticky max-lg:z-10 max-lg:top-[calc(-1*var(--header))]"}`}
    >
      <div className="mx-auto flex max-w-[73rem] items-center gap-x-2.5 px-4 sm:px-6 lg:h-[18.5rem] lg:items-start lg:pt-8">
        {isTall ? null : <Disc {...discLevel(order)} className="my-2.5 size-6 lg:hidden" />}
        <div
          className={`min-w-0 grow lg:max-w-[40rem] ${isTall ? `pt-4 ${below} lg:pb-0` : "max-lg:truncate"}`}
          aria-live="polite"
        >
          <h1
            ref={title}
            className={`${isTall ? "display display-large text-[2.75rem]/13" : "text-[0.9375rem]/6 font-semibold max-lg:truncate lg:tracking-[-0.03em]"} lg:font-display lg:text-[3.75rem]/16 lg:font-normal lg:text-balance`}
          >
            {t(`state.${order.state}`)}
          </h1>
          <p className={`mt-2 max-w-[28rem] text-lg/7 text-soft ${isTall ? "" : "max-lg:hidden"}`}>
            {t(`stateText.${order.state}`)}
          </p>
        </div>
        {isTall ? null : <StripFigure order={order} />}
        <Levels order={order} size={232} className="w-100 shrink-0 justify-center text-ink max-lg:hidden" />
      </div>
    </header>
  );
}

/** The one figure of the strip: the time left, the expected end, or the deadline. */
function StripFigure({ order }: { order: Order }) {
  return (
    <div className="shrink-0 text-[0.9375rem] font-semibold tabular-nums lg:hidden print:hidden">
      {order.state === "waiting" ? <Countdown order={order} isStrip /> : null}
      {isExpected(order) ? <ExpectedAt order={order} isShort /> : null}
      {order.state === "action_required" ? <DeadlineLeft order={order} isStrip /> : null}
    </div>
  );
}

/** A new state is also said as a notice where its heading is out of sight. */
function useChangeNotice(order: Order, title: RefObject<HTMLHeadingElement | null>): void {
  const t = useTranslations();
  const known = useRef(order.state);
  useEffect(() => {
    if (known.current === order.state) return;
    known.current = order.state;
    const bottom = title.current?.getBoundingClientRect().bottom ?? 0;
    if (bottom <= 0) notify({ title: t(`state.${order.state}`), text: t(`stateText.${order.state}`) });
  }, [order.state, t, title]);
}
