/** The checkboxes of the list. They hold the selection themselves, so that choosing one renders no line again. */
export const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[data-select]")];

export const selectedIds = (): string[] =>
  boxes().flatMap(({ checked, dataset }) => (checked && dataset.select ? [dataset.select] : []));
