type ProgressBarProps = {
  label: string;
  /** Undefined while it is not known. */
  value: number | undefined;
  max?: number;
};

const track = "h-1.5 w-full appearance-none overflow-clip rounded-full border-0 bg-hover indeterminate:animate-pulse";
// Firefox paints the element itself, the others a bar in it.
const bars = "[&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-ink";
const unknown = "indeterminate:[&::-moz-progress-bar]:bg-muted indeterminate:[&::-webkit-progress-bar]:bg-muted";

/** How far something is. */
export function ProgressBar({ label, value, max = 1 }: ProgressBarProps) {
  return <progress aria-label={label} max={max} value={value} className={`${track} ${bars} ${unknown}`} />;
}
