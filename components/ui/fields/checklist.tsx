import { useId } from "react";
import type { ActionState } from "@/lib/platform/form";
import { ChoiceCard, type RichChoice } from "./choice-card";
import { FieldError } from "./field-error";

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
