import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import type { BusinessWithState } from "@/lib/operator/businesses/named";
import { BusinessBadge } from "./businesses/business-table";
import type { Fact } from "./facts";

/** An amount with the state of what it is for. */
export const amountFact = (label: string, amountMilli: bigint, badge: ReactNode): Fact => ({
  label,
  value: (
    <span className="flex flex-wrap items-center gap-2 font-semibold text-lg">
      <Money amountMilli={amountMilli} />
      {badge}
    </span>
  ),
});

/** With its state where that is not `active`: it decides what can be credited. */
export const BusinessName = ({ business: { name, slug, state } }: { business: BusinessWithState }) => (
  <span className="flex flex-wrap items-center gap-2">
    {name} ({slug}){state !== "active" && <BusinessBadge state={state} />}
  </span>
);

export const IdLink = ({ href, text }: { href: string; text: string }) => (
  <Link href={href as Route} className="font-mono text-sm underline underline-offset-2">
    {text}
  </Link>
);

/** Leads from anywhere in a table's row to the row's page. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href as Route} className="font-medium underline underline-offset-2 after:absolute after:inset-0">
    {children}
  </Link>
);

export const AmountLink = ({ href, amountMilli }: { href: string; amountMilli: bigint }) => (
  <RowLink href={href}>
    <Money amountMilli={amountMilli} />
  </RowLink>
);
