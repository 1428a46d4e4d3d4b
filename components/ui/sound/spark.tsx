/** A small wave for lists, from the 48 hexadecimal digits of a job: no sound is loaded. */
export function Spark({ digits }: { digits: string }) {
  const bars = [...digits].map((digit, index) => {
    const half = 0.5 + (Number.parseInt(digit, 16) / 15) * 8.5;
    return `M${index * 2 + 1} ${10 - half}v${half * 2}`;
  });
  return (
    <svg aria-hidden viewBox="0 0 96 20" width={96} height={20} className="block shrink-0 text-muted">
      <path d={bars.join("")} stroke="currentColor" strokeWidth={1.25} strokeLinecap="round" />
    </svg>
  );
}
