import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./field-frame";
import { PasswordInput } from "./password-input";

type PasswordFieldProps = Omit<FieldProps, "defaultValue"> & {
  autoComplete: "current-password" | "new-password";
} & Omit<ComponentProps<typeof PasswordInput>, "id" | "name">;

export function PasswordField({ label, name, hint, state, ...rest }: PasswordFieldProps) {
  return (
    <FieldFrame
      label={label}
      name={name}
      hint={hint}
      state={state}
      control={({ defaultValue: _secret, ...wiring }) => <PasswordInput {...rest} {...wiring} />}
    />
  );
}
