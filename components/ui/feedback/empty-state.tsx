import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = {
  title: string;
  /** What the page is about, so that no two empty pages look alike. */
  Icon: LucideIcon;
  heading?: "h1" | "h2" | "h3";
  action?: ReactNode;
  children?: ReactNode;
};

/** For an empty list: its icon, one sentence, the next action or a code sample for it. */
export function EmptyState({ title, Icon, heading: Heading = "h2", action, children }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-4 py-12 text-center">
      <span className="grid size-14 place-content-center rounded-full border border-line bg-sunken text-muted">
        <Icon aria-hidden className="size-6" strokeWidth={1.5} />
      </span>
      <div className="grid gap-1">
        <Heading className="font-semibold text-lg">{title}</Heading>
        {children && <div className="text-muted">{children}</div>}
      </div>
      {action}
    </div>
  );
}
