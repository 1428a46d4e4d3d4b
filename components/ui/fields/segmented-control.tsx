import type { Choice } from "./controls";

type SegmentedControlProps = {
  legend: string;
  name: string;
  choices: readonly Choice[];
  defaultValue?: string;
  /** For screen readers only, where what is beside it says what it is. */
  isLegendHidden?: boolean;
  onValueChange?: (value: string) => void;
};

/** A choice of two to four short labels, side by side. */
export function SegmentedControl({
  legend,
  name,
  choices,
  defaultValue,
  isLegendHidden = false,
  onValueChange,
}: SegmentedControlProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={isLegendHidden ? "sr-only" : "mb-1.5 font-medium"}>{legend}</legend>
      <div className="inline-flex max-w-full flex-wrap gap-0.5 rounded-control border border-line bg-sunken p-0.5">
        {choices.map(({ value, label, disabled }) => (
          <label
            key={value}
            className="flex h-8 cursor-pointer items-center rounded-small px-3 text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:outline-1 has-checked:outline-edge has-focus-visible:outline-2 has-focus-visible:outline-ink pointer-coarse:h-10"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={value}
              disabled={disabled}
              defaultChecked={value === defaultValue}
              onChange={onValueChange && (() => onValueChange(value))}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
