import { type ComponentProps, useId } from "react";
import type { ActionState } from "@/lib/platform/form";
import { FieldError } from "./field";

type ChecklistProps = {
  legend: string;
  /** The field's name in the schema; it arrives as a list, also with one box checked or none. */
  name: string;
  choices: readonly RichChoice[];
  defaultValues?: readonly string[];
  state?: ActionState<unknown>;
};

export function Checklist({ legend, name, choices, defaultValues = [], state }: ChecklistProps) {
  const errorId = useId();
  const refused = state?.status === "refused" ? state : undefined;
  const ticked = refused ? [refused.values[name] ?? []].flat() : defaultValues;
  const error = refused?.fields[name];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {choices.map((choice) => (
        <ChoiceCard
          key={`${choice.value}:${ticked.includes(choice.value)}`}
          {...choice}
          type="checkbox"
          name={`${name}[]`}
          defaultChecked={ticked.includes(choice.value)}
          aria-describedby={error && errorId}
          aria-invalid={error ? true : undefined}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

type RadioCardsProps = {
  legend: string;
  name: string;
  choices: readonly RichChoice[];
  defaultValue?: string;
  onValueChange?: (value: string) => void;
};

/** Radio buttons whose options need a line of explanation. */
export function RadioCards({ legend, name, choices, defaultValue, onValueChange }: RadioCardsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {choices.map((choice) => (
        <ChoiceCard
          key={choice.value}
          {...choice}
          type="radio"
          name={name}
          defaultChecked={choice.value === defaultValue}
          onChange={onValueChange && (() => onValueChange(choice.value))}
        />
      ))}
    </fieldset>
  );
}

type RichChoice = { value: string; label: string; hint?: string; disabled?: boolean };

type ChoiceCardProps = RichChoice & Omit<ComponentProps<"input">, "className"> & { type: "checkbox" | "radio" };

/** A choice with a line of explanation; the whole card selects it. */
export function ChoiceCard({ label, hint, ...input }: ChoiceCardProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-raised px-3 py-2 transition-colors hover:bg-hover has-checked:border-ink has-disabled:cursor-not-allowed has-disabled:opacity-60 pointer-coarse:py-3">
      <input {...input} className="mt-[3px] size-4 shrink-0 accent-ink" />
      <span className="grid min-w-0">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-muted text-sm">{hint}</span>}
      </span>
    </label>
  );
}
