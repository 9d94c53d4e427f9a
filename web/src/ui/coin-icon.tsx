interface Coin {
  color: string;
  /** Strokes of the glyph in a 32 x 32 box. */
  path: string;
}

const BITCOIN_PATH =
  "M12 9v14M12 9h5.5a3.25 3.25 0 0 1 0 6.6H12m0 0h6.3a3.6 3.6 0 0 1 0 7.4H12M14.5 6.5V9m3.5-2.5V9m-3.5 14v2.5m3.5-2.5v2.5";

/** Drawn for this product: one stroke weight, one disc, the colour people know the coin by. */
const coins: Record<string, Coin> = {
  BTC: { color: "#c76a0a", path: BITCOIN_PATH },
  BCH: { color: "#3f8a3c", path: BITCOIN_PATH },
  LTC: { color: "#5a6b86", path: "M15 7.5 12 23h9.5M10 18l8-4.5" },
  DASH: { color: "#1c75bc", path: "M11 11h8a4 4 0 0 1 3.5 5.2c-.7 2.9-2.6 4.8-5.5 4.8h-6.5M9 16h6" },
  ZEC: { color: "#96700f", path: "M11 11h10L11 21h10M16 7.5V11m0 10v3.5" },
  ETH: { color: "#5a62b8", path: "m16 6 6.5 10.4L16 26l-6.5-9.6L16 6Zm-6.5 10.4L16 19.6l6.5-3.2" },
  BNB: { color: "#94700a", path: "m16 7 4 4-4 4-4-4 4-4Zm0 10 4 4-4 4-4-4 4-4Zm-8-3 2 2-2 2m16-4-2 2 2 2" },
  POL: { color: "#7440c9", path: "m12 10 4 2.3v4.9l-4 2.3-4-2.3v-4.9l4-2.3Zm8 2.6 4 2.3v4.9l-4 2.3-4-2.3" },
  TRX: { color: "#b8262d", path: "m8 9 13 2.5 3.5 3.5L14.5 25 8 9Zm6.5 16L16 14.5 8 9m8 5.5 8.5.5" },
  SOL: {
    color: "#6a4bc4",
    path: "M11.5 10H23l-2.5 3H9l2.5-3Zm9 4.5L23 17.5H11.5L9 14.5m2.5 4.5H23l-2.5 3H9l2.5-3Z",
  },
  XMR: { color: "#b8500f", path: "M7.5 19.5H12v-8l4 5 4-5v8h4.5" },
  ADA: {
    color: "#2457b3",
    path: "M16 12.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM16 7v.1M16 25v-.1M8.2 11.5l.1.1m15.5 8.9.1.1m0-9.1-.1.1M8.2 20.5l.1-.1",
  },
  USDT: {
    color: "#1f7a66",
    path: "M10 10h12M16 10v14M9 15.5c0 1.4 3.1 2.3 7 2.3s7-.9 7-2.3-3.1-2.3-7-2.3-7 .9-7 2.3Z",
  },
  USDC: {
    color: "#2567b0",
    path: "M19.5 12.8c-.4-1.4-1.7-2.3-3.5-2.3-2 0-3.5 1-3.5 2.6 0 3.8 7.3 1.9 7.3 5.8 0 1.6-1.6 2.6-3.8 2.6-1.9 0-3.4-.9-3.8-2.4M16 8v2.5m0 11V24",
  },
};
const UNKNOWN_COIN: Coin = { color: "#56615e", path: "M11 16h10M16 11v10" };

/** The coin of a token's network, drawn small beside the token. */
const NETWORK_COINS: Record<string, string> = {
  ERC20: "ETH",
  TRC20: "TRX",
  BEP20: "BNB",
  POLYGON: "POL",
  SOL: "SOL",
};

/** The disc of one asset, by canonical code; a token bears its network's at the corner (`USDT-TRC20`: TRON's). */
export function CoinIcon({ code, className = "size-7" }: { code: string; className?: string }) {
  const [symbol = code, network = ""] = code.split("-");
  const networkCoin = coins[NETWORK_COINS[network] ?? ""];
  return (
    <svg viewBox="0 0 32 32" className={`${className} shrink-0 overflow-visible`} aria-hidden="true">
      <Disc coin={coins[symbol] ?? UNKNOWN_COIN} />
      {networkCoin === undefined ? null : (
        <g transform="translate(18 18)">
          <circle cx="8" cy="8" r="9" className="fill-panel" />
          <g transform="scale(.5)">
            <Disc coin={networkCoin} />
          </g>
        </g>
      )}
    </svg>
  );
}

function Disc({ coin }: { coin: Coin }) {
  return (
    <>
      <circle cx="16" cy="16" r="16" fill={coin.color} />
      <path
        d={coin.path}
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  );
}

/** Two coins, the second over the first: what is sent, and what is received. */
export function CoinPair({ send, receive }: { send: string; receive: string }) {
  return (
    <span className="flex shrink-0">
      <CoinIcon code={send} className="size-5.5" />
      <CoinIcon code={receive.split("-")[0] ?? receive} className="-ml-1.5 size-5.5" />
    </span>
  );
}
