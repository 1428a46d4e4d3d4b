import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/feedback/skeleton";

/** One fact of a run; without its value, a placeholder of the same size. */
export function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={clsx("grid content-start", wide && "col-span-full")}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd
        className={clsx(
          "flex items-center gap-2 font-medium tabular-nums",
          wide ? "min-h-9 pointer-coarse:min-h-11" : "min-h-5.5",
        )}
      >
        {children || <Skeleton className={clsx("h-3.5", wide ? "w-56" : "w-20")} />}
      </dd>
    </div>
  );
}
