import { clsx } from "clsx";

type WaveformTrackProps = {
  peaks: readonly number[];
  seconds: number;
  total: number;
  label: string;
  valueText: string;
  className: string;
  onSeek: (seconds: number) => void;
};

/** The drawing, under the browser's own slider: so it is sought by mouse, finger, arrow keys and screen reader alike. */
export function WaveformTrack({ peaks, seconds, total, label, valueText, className, onSeek }: WaveformTrackProps) {
  const drawing = peaks.map(bar).join("");
  const played = total === 0 ? 0 : seconds / total;
  const shared = { d: drawing, strokeWidth: 2, strokeLinecap: "round", vectorEffect: "non-scaling-stroke" } as const;

  return (
    <div
      className={clsx(
        "relative min-w-0 flex-1 rounded-small has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
        className,
      )}
    >
      <svg aria-hidden="true" viewBox={`0 0 ${peaks.length} 100`} preserveAspectRatio="none" className="size-full">
        <path {...shared} className="stroke-edge" />
        <path
          {...shared}
          className="stroke-accent"
          style={{ clipPath: `inset(-50% ${100 - played * 100}% -50% -1%)` }}
        />
      </svg>
      <input
        type="range"
        min={0}
        max={total}
        step="any"
        value={seconds}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}

/** At least a dot, so that silence has a face too. */
function bar(peak: number, index: number): string {
  const size = Math.max(peak * 92, 1);
  return `M${index + 0.5} ${50 - size / 2}v${size}`;
}
