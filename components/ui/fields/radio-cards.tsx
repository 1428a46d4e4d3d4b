import { ChoiceCard, type RichChoice } from "./choice-card";

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
