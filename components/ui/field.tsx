import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./field-frame";
import { Input } from "./input";

type TextFieldProps = FieldProps & Omit<ComponentProps<typeof Input>, "id" | "name" | "defaultValue">;

/** A labelled line of text. A password has PasswordField, which never brings the typed value back. */
export function Field({ label, name, hint, state, defaultValue, ...rest }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, name, hint, state, defaultValue }} control={(wiring) => <Input {...rest} {...wiring} />} />
  );
}
