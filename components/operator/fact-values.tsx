import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";

/** An amount with the state of what it is for. */
export const AmountFact = ({ amountMilli, children }: { amountMilli: bigint; children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-2 font-semibold text-lg">
    <Money amountMilli={amountMilli} />
    {children}
  </span>
);

export const IdLink = ({ href, text }: { href: string; text: string }) => (
  <Link href={href as Route} className="font-mono text-sm underline underline-offset-2">
    {text}
  </Link>
);

export const AmountLink = ({ href, amountMilli }: { href: string; amountMilli: bigint }) => (
  <Link href={href as Route} className="font-medium underline underline-offset-2 after:absolute after:inset-0">
    <Money amountMilli={amountMilli} />
  </Link>
);
