import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./field-frame";
import { Select } from "./select";

type SelectFieldProps = FieldProps & Omit<ComponentProps<typeof Select>, "id" | "name" | "defaultValue">;

export function SelectField({ label, name, hint, state, defaultValue, ...rest }: SelectFieldProps) {
  return (
    <FieldFrame
      label={label}
      name={name}
      hint={hint}
      state={state}
      defaultValue={defaultValue}
      // React resets a list to its first default, not to the value that an error returned.
      control={(wiring) => <Select {...rest} {...wiring} key={wiring.defaultValue} />}
    />
  );
}
