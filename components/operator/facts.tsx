import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkPending } from "@/components/shell/pending-page";
import { Card, type CardProps } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { BusinessWithState } from "@/lib/operator/businesses/named";
import type { PastAct } from "@/lib/operator/history";
import { BusinessBadge } from "./businesses/business-table";

export type Fact = { label: string; value: ReactNode };

/** What is known of one thing; lines without a value are left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="divide-y divide-line">
    {facts
      .filter(({ value }) => Boolean(value))
      .map(({ label, value }) => (
        <div
          key={label}
          className="grid gap-x-4 gap-y-0.5 py-2 first:pt-0 last:pb-0 sm:grid-cols-[min(11rem,40%)_minmax(0,1fr)]"
        >
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
);

type FactsCardProps = Pick<CardProps, "title" | "action"> & { facts: readonly Fact[] };

export const FactsCard = ({ facts, ...card }: FactsCardProps) => (
  <Card {...card}>
    <Facts facts={facts} />
  </Card>
);

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
    <LinkPending href={href} />
    {children}
  </Link>
);

export const AmountLink = ({ href, amountMilli }: { href: string; amountMilli: bigint }) => (
  <RowLink href={href}>
    <Money amountMilli={amountMilli} />
  </RowLink>
);

/** What the staff did to the thing on this page. */
export function HistoryCard({ acts }: { acts: readonly PastAct[] }) {
  const [t, audit] = [useTranslations("operator.history"), useTranslations("audit.actions")];
  return (
    <Card title={t("title")}>
      {acts.length === 0 ? (
        <p className="text-muted">{t("empty")}</p>
      ) : (
        <ol className="divide-y divide-line">
          {acts.map(({ at, action, actor, reason }) => (
            <li
              key={`${+at} ${action}`}
              className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2 first:pt-0 last:pb-0"
            >
              <span className="grid min-w-0">
                <span className="font-medium">{audit(action)}</span>
                <span className="wrap-anywhere text-muted text-sm">
                  {[actor ?? t("terminal"), reason].filter(Boolean).join(": ")}
                </span>
              </span>
              <Moment time={at} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
