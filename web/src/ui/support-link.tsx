import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePage } from "../lib/page-context";

/** Leads to the customer service: its mail where the operator has one, otherwise the contact page. */
export function SupportLink({ className, children }: { className: string; children: ReactNode }) {
  const { supportEmail } = usePage().site;
  if (supportEmail === null)
    return (
      <Link to="/contact" className={className}>
        {children}
      </Link>
    );
  return (
    <a href={`mailto:${supportEmail}`} className={className}>
      {children}
    </a>
  );
}
