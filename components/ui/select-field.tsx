import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./field-frame";
import { Select } from "./select";

type SelectFieldProps = FieldProps & Omit<ComponentProps<typeof Select>, "id" | "name" | "defaultValue">;

export function SelectField({ label, name, hint, state, defaultValue, ...rest }: SelectFieldProps) {
  return (
    <FieldFrame
      {...{ label, name, hint, state, defaultValue }}
      // React resets a list to the option it first chose, not to the one a refusal brought back.
      control={(wiring) => <Select {...rest} {...wiring} key={wiring.defaultValue} />}
    />
  );
}
