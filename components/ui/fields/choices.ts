import type { Choice } from "./select";

/** Values as choices; without `labelOf` they are shown as they are. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string = (value) => value,
): Choice[] => values.map((value) => ({ value, label: labelOf(value) }));
