/** The shared look of form controls. 16 px on touch screens, or iOS zooms the page. */
export const controlClass =
  "block w-full min-w-0 rounded-control border border-edge bg-raised px-3 text-base text-ink transition-colors " +
  "placeholder:text-muted hover:border-muted disabled:opacity-60 pointer-coarse:text-lg " +
  "focus-visible:border-ink aria-invalid:border-danger";
