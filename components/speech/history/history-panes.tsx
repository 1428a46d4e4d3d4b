import { clsx } from "clsx";
import type { ReactNode } from "react";

/** The list with the open job beside it. If both do not fit, the job replaces the list. */
export function HistoryPanes({ list, open }: { list: ReactNode; open: ReactNode }) {
  return (
    <div className={clsx("grid items-start gap-6", open && "xl:grid-cols-[minmax(0,1fr)_440px]")}>
      <div className={clsx("min-w-0", open && "max-xl:hidden")}>{list}</div>
      {open}
    </div>
  );
}
