import type { ReactNode } from "react";

const bars = [4, 8, 16, 10, 22, 36, 26, 46, 20, 32, 14, 22, 8, 12, 4];

const drawing = (from: number, to = bars.length) =>
  bars
    .slice(from, to)
    .map((height, index) => `M${(from + index) * 10 + 5} ${28 - height / 2}v${height}`)
    .join("");

type EmptyStateProps = { title: string; heading?: "h1" | "h2" | "h3"; action?: ReactNode; children?: ReactNode };

/** For an empty list: one sentence, a flat waveform, the next action or a code sample for it. */
export function EmptyState({ title, heading: Heading = "h2", action, children }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-4 py-12 text-center">
      <svg aria-hidden="true" viewBox="0 0 150 56" className="h-14 w-40 text-edge">
        <path d={drawing(0, 5)} className="stroke-current" strokeWidth="4" strokeLinecap="round" />
        <path d={drawing(5)} className="stroke-current opacity-40" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <div className="grid gap-1">
        <Heading className="font-semibold text-lg">{title}</Heading>
        {children && <div className="text-muted">{children}</div>}
      </div>
      {action}
    </div>
  );
}
