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
  if (network === "simnet")
    return (
      <Link
        to="/simnet/$"
        params={{ _splat: `${kind}/${value}` }}
        preload={false}
        translate="no"
        className={`link ${className}`}
      >
        {text}
      </Link>
    );
  if (url === null)
    return (
      <span translate="no" className={className}>
        {text}
      </span>
    );
  return (
    <a href={url} rel="noreferrer" translate="no" className={`link ${className}`}>
      {text}
    </a>
  );
}
