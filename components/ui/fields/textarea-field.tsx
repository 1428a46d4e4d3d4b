import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./field-frame";
import { Textarea } from "./textarea";

type TextareaFieldProps = FieldProps & Omit<ComponentProps<typeof Textarea>, "id" | "name" | "defaultValue">;

export function TextareaField({ label, name, hint, state, defaultValue, ...rest }: TextareaFieldProps) {
  return (
    <FieldFrame
      label={label}
      name={name}
      hint={hint}
      state={state}
      defaultValue={defaultValue}
      control={(wiring) => <Textarea {...rest} {...wiring} />}
    />
  );
}
