import { clsx } from "clsx";

type SparkProps = {
  digits: string;
  /** The part that has been played, from 0 to 1: in color. */
  played?: number;
};

/** A small wave for lists, from the hexadecimal digits of `sparkOf`: no sound is loaded. */
export function Spark({ digits, played = 0 }: SparkProps) {
  const bars = [...digits].map((digit, index) => {
    const half = 0.5 + (Number.parseInt(digit, 16) / 15) * 8.5;
    return `M${index * 2 + 1} ${10 - half}v${half * 2}`;
  });
  const at = Math.round(played * bars.length);
  const path = (from: number, to: number, color: string) => (
    <path
      d={bars.slice(from, to).join("")}
      className={clsx("stroke-current", color)}
      strokeWidth={1.25}
      strokeLinecap="round"
    />
  );
  const width = bars.length * 2;
  return (
    <svg aria-hidden viewBox={`0 0 ${width} 20`} width={width} height={20} className="block shrink-0 text-muted">
      {at > 0 && path(0, at, "text-accent")}
      {path(at, bars.length, "")}
    </svg>
  );
}
