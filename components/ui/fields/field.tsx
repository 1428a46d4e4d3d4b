import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./field-frame";
import { Input } from "./input";

type TextFieldProps = FieldProps & Omit<ComponentProps<typeof Input>, "id" | "name" | "defaultValue">;

/** A labelled text field. For a password see PasswordField, which never shows the typed value again. */
export function Field({ label, name, hint, state, defaultValue, ...rest }: TextFieldProps) {
  return (
    <FieldFrame
      label={label}
      name={name}
      hint={hint}
      state={state}
      defaultValue={defaultValue}
      control={(wiring) => <Input {...rest} {...wiring} />}
    />
  );
}
