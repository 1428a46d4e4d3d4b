import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";

type FactProps = { label: string /** Takes a whole line. */; wide?: boolean; children: ReactNode };

export function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={clsx("min-w-0", wide && "col-span-full")}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** An id that can be copied. `what` names it for screen readers. */
export function IdLine({ id, what }: { id: string; what?: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 break-all font-mono text-sm">{id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
