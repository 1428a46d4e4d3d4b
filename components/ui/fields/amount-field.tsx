"use client";

import { useLocale } from "next-intl";
import type { ChangeEvent, ComponentProps, InputEvent } from "react";
import { groupDigits, parseVnd } from "@/lib/platform/i18n/vnd";
import { Input } from "./controls";
import { FieldFrame, type FieldProps } from "./field";

type AmountInputProps = Omit<ComponentProps<typeof Input>, "defaultValue"> & { defaultValue?: string };

/** For đồng; while a person types or pastes, the digits are put in groups as the language writes them. */
export function AmountInput({ onChange, defaultValue, ...rest }: AmountInputProps) {
  const separator = useLocale() === "vi" ? "." : ",";
  const group = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget: field, nativeEvent } = event;
    const { inputType = "" } = nativeEvent as unknown as InputEvent["nativeEvent"];
    const pasted = inputType === "insertFromPaste" ? parseVnd(field.value) : null;
    const text = pasted === null ? field.value : String(pasted);
    const grouped = groupDigits(text, separator, inputType.startsWith("delete"));
    if (grouped !== field.value) {
      const digitsAfter = field.value.slice(field.selectionEnd ?? field.value.length).replace(/\D/g, "").length;
      field.value = grouped;
      const caret = placeBefore(digitsAfter, grouped);
      field.setSelectionRange(caret, caret);
    }
    onChange?.(event);
  };
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      {...rest}
      defaultValue={defaultValue && groupDigits(defaultValue, separator)}
      onChange={group}
    />
  );
}

type AmountFieldProps = FieldProps & Omit<AmountInputProps, "id" | "name" | "defaultValue">;

export const AmountField = ({ label, name, hint, state, defaultValue, ...rest }: AmountFieldProps) => (
  <FieldFrame
    label={label}
    name={name}
    hint={hint}
    state={state}
    defaultValue={defaultValue}
    control={(wiring) => <AmountInput {...rest} {...wiring} />}
  />
);

/** The place in a text that has so many digits after it. */
function placeBefore(digits: number, text: string): number {
  let place = text.length;
  for (let left = digits; left > 0; place--) if (/\d/.test(text[place - 1] ?? "0")) left--;
  return place;
}
