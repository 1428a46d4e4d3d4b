/** Selects a job of the list. Above the line's link, and part of the form that `SelectionBar` reads. */
export function SelectBox({ trackingId, label }: { trackingId: string; label: string }) {
  return (
    <input
      type="checkbox"
      data-select={trackingId}
      aria-label={label}
      autoComplete="off"
      className="relative z-1 block size-4 accent-ink pointer-coarse:size-5"
    />
  );
}
