import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

type InputProps = Omit<ComponentProps<"input">, "className"> & {
  mono?: boolean /** With room for an icon before the text. */;
  indented?: boolean;
};

export function Input({ mono = false, indented = false, ...rest }: InputProps) {
  return (
    <input
      {...rest}
      className={clsx(controlClass, "h-9 pointer-coarse:h-11", mono && "font-mono", indented && "pl-9")}
    />
  );
}

type TextareaProps = Omit<ComponentProps<"textarea">, "className"> & { large?: boolean };

/** `large` is for a main text, such as the one to be spoken. */
export function Textarea({ large = false, rows = 4, ...rest }: TextareaProps) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={clsx(
        controlClass,
        "resize-y py-2",
        large && "field-sizing-content max-h-[min(24rem,34dvh)] min-h-24 text-xl pointer-coarse:text-xl",
      )}
    />
  );
}

export type Choice = { value: string; label: string; disabled?: boolean };
type ChoiceGroup = { label: string; choices: readonly Choice[] };

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

/** Values as choices; without `labelOf` they are shown as they are. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string = (value) => value,
): Choice[] => values.map((value) => ({ value, label: labelOf(value) }));

/** The shared look of form controls. 16 px on touch screens, or iOS zooms the page. */
export const controlClass =
  "block w-full min-w-0 rounded-control border border-edge bg-raised px-3 text-base text-ink transition-colors " +
  "placeholder:text-muted hover:border-muted disabled:opacity-60 pointer-coarse:text-lg " +
  "focus-visible:border-ink aria-invalid:border-danger";
