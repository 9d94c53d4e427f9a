import { exactRate, type WorthAtRate } from "../lib/cost-figures";
import { formatDecimal, formatRate } from "../lib/decimal";
import { usePage } from "../lib/page-context";

/** "× rate" beside an amount, with the digits that its line was calculated with or an ellipsis; all of them on hover. */
export function RateNote(props: WorthAtRate) {
  const { language } = usePage();
  const rate = exactRate(props);
  return (
    <span title={formatDecimal(props.exchangeRate, language)}>
      × {rate === null ? `${formatRate(props.exchangeRate, language)}…` : formatDecimal(rate, language)}
    </span>
  );
}
