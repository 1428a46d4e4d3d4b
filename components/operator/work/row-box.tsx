/** The box that chooses a row for the form with this ID. */
export const RowBox = ({ form, id, label }: { form: string; id: string; label: string }) => (
  <span className="folded:absolute folded:top-3 folded:right-4">
    <input
      type="checkbox"
      form={form}
      name="ids[]"
      value={id}
      aria-label={label}
      className="relative z-1 size-4 accent-accent-fill pointer-coarse:size-6"
    />
  </span>
);
