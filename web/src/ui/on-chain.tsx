import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePage } from "../lib/page-context";

interface OnChainProps {
  kind: "tx" | "address" | "block";
  /** The hash or the address. */
  value: string;
  /** At an explorer of another network; null where there is none. */
  url?: string | null;
  className?: string;
  children?: ReactNode;
}

/** A hash or an address as it is on its chain, with a link to what shows it: on simnet a page of ours. */
export function OnChain({ kind, value, url = null, className = "break-address", children }: OnChainProps) {
  const { network } = usePage();
  const text = children ?? value;
  // A hash is no language's; a sentence is the page's.
  const kept = children === undefined ? { translate: "no" as const } : {};
  if (network === "simnet")
    return (
      <Link
        to="/simnet/$"
        params={{ _splat: `${kind}/${value}` }}
        preload={false}
        {...kept}
        className={`link ${className}`}
      >
        {text}
      </Link>
    );
  if (url === null)
    return (
      <span {...kept} className={className}>
        {text}
      </span>
    );
  return (
    <a href={url} rel="noreferrer" {...kept} className={`link ${className}`}>
      {text}
    </a>
  );
}
