/** What a color of a chart stands for. The points have it in words. */
export const ChartLegend = ({ look, label }: { look: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-small ${look}`} />
    {label}
  </span>
);
