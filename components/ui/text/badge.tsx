import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type BadgeKind = "neutral" | "info" | "success" | "warning" | "danger";

const looks = {
  neutral: { Icon: CircleDashed, look: "bg-sunken text-muted" },
  info: { Icon: Info, look: "bg-sunken text-ink" },
  success: { Icon: CircleCheck, look: "bg-jade-wash text-jade" },
  warning: { Icon: TriangleAlert, look: "bg-amber-wash text-amber" },
  danger: { Icon: CircleAlert, look: "bg-danger-wash text-danger" },
};

/** A status: always an icon and a word, so that color is not needed. */
export function Badge({ kind = "neutral", children }: { kind?: BadgeKind; children: ReactNode }) {
  const { Icon, look } = looks[kind];
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 rounded-small px-1.5 py-0.5 font-medium text-xs whitespace-nowrap",
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
