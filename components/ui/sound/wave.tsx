import { clsx } from "clsx";

/** From the middle of a bar to the middle of the next, in pixels. */
export const barPitch = 4;

type WaveProps = {
  /** The height of each bar, from 0 to 1. */
  bars: readonly number[];
  /** The part that has been played, from 0 to 1: in color. */
  played?: number;
  /** As wide as its frame, which then decides how many bars there are; otherwise as wide as its bars. */
  isFluid?: boolean;
  className: string;
};

/** How sound looks, everywhere: round bars of 2 px around a middle line. */
export function Wave({ bars, played = 0, isFluid = false, className }: WaveProps) {
  const drawing = bars.map(bar).join("");
  const layer = (color: string) => (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length || 1} 100`}
      preserveAspectRatio="none"
      className="absolute size-full"
    >
      <path d={drawing} className={color} strokeWidth={2} strokeLinecap="round" vectorEffect="non-scaling-stroke" />
    </svg>
  );
  return (
    <span
      className={clsx("relative block shrink-0", className)}
      style={isFluid ? undefined : { width: bars.length * barPitch }}
    >
      {layer("stroke-edge")}
      {played > 0 && (
        <span className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }}>
          {layer("stroke-accent")}
        </span>
      )}
    </span>
  );
}

/** At least a dot, so that silence is visible too. */
function bar(height: number, index: number): string {
  const size = Math.max(height * 88, 1);
  return `M${index + 0.5} ${50 - size / 2}v${size}`;
}

/** The bars of a small wave, each the average of so many hexadecimal digits of `sparkOf`. No sound is loaded. */
export function sparkBars(digits: string, each: number): number[] {
  const bars = Array.from({ length: Math.ceil(digits.length / each) }, (_, index) => {
    const part = [...digits.slice(index * each, (index + 1) * each)];
    return part.reduce((sum, digit) => sum + Number.parseInt(digit, 16), 0) / part.length;
  });
  const top = Math.max(...bars) || 1;
  return bars.map((height) => height / top);
}
