import type { ReactNode } from "react";

/** A term and its rule, in a `dl`. */
export function Rule({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="font-medium">{title}</dt>
      <dd className="max-w-text">{children}</dd>
    </div>
  );
}
