import { clsx } from "clsx";
import type { ReactNode } from "react";

type FactProps = { label: string /** Takes a whole line. */; wide?: boolean; children: ReactNode };

export function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={clsx("min-w-0", wide && "col-span-full")}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
