import type { ReactNode } from "react";
import { Card, type CardProps } from "@/components/ui/text/card";

export type Fact = { label: string; value: ReactNode };

/** What is known of one thing; lines without a value are left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="divide-y divide-line">
    {facts
      .filter(({ value }) => Boolean(value))
      .map(({ label, value }) => (
        <div
          key={label}
          className="grid gap-x-4 gap-y-0.5 py-2 first:pt-0 last:pb-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
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
