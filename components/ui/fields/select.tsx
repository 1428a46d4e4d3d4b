import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

export type Choice = { value: string; label: string; disabled?: boolean };
export type ChoiceGroup = { label: string; choices: readonly Choice[] };

type SelectProps = Omit<ComponentProps<"select">, "className" | "children"> & {
  choices: readonly (Choice | ChoiceGroup)[];
};

/** The browser's own list: it works before scripts load, with type-ahead, and as a wheel on a phone. */
export function Select({ choices, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={clsx(controlClass, "h-9 appearance-none pr-9 pointer-coarse:h-11")}>
        {choices.map((choice) =>
          "choices" in choice ? (
            <optgroup key={choice.label} label={choice.label}>
              {choice.choices.map(option)}
            </optgroup>
          ) : (
            option(choice)
          ),
        )}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

function option({ value, label, disabled }: Choice) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}
