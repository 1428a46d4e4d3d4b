import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type NoticeKind = "info" | "success" | "warning" | "danger";

const looks = {
  info: { Icon: Info, look: "bg-sunken text-ink" },
  success: { Icon: CircleCheck, look: "bg-jade-wash text-jade" },
  warning: { Icon: TriangleAlert, look: "bg-amber-wash text-amber" },
  danger: { Icon: CircleAlert, look: "bg-danger-wash text-danger" },
};

/** A permanent message on the page: the current state, or an error. */
export function Notice({ kind = "info", children }: { kind?: NoticeKind; children: ReactNode }) {
  const { Icon, look } = looks[kind];
  return (
    <div className={clsx("flex gap-2.5 rounded-control px-3 py-2.5", look)}>
      <Icon aria-hidden className="mt-[3px] size-4 shrink-0" />
      <div className="min-w-0 text-ink">{children}</div>
    </div>
  );
}
