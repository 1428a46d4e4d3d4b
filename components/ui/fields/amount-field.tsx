"use client";

import { useLocale } from "next-intl";
import type { ComponentProps, InputEvent } from "react";
import { groupDigits } from "@/lib/platform/i18n/vnd";
import { Field } from "./field";

/** A field for đồng; while a person types, its digits are put in groups as the language writes them. */
export function AmountField({ onChange, ...rest }: ComponentProps<typeof Field>) {
  const separator = useLocale() === "vi" ? "." : ",";
  return (
    <Field
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      {...rest}
      onChange={(event) => {
        const { currentTarget: field, nativeEvent } = event;
        const isDeletion = (nativeEvent as unknown as InputEvent["nativeEvent"]).inputType?.startsWith("delete");
        const grouped = groupDigits(field.value, separator, isDeletion);
        if (grouped !== field.value) {
          const digitsAfter = field.value.slice(field.selectionEnd ?? field.value.length).replace(/\D/g, "").length;
          field.value = grouped;
          const caret = placeBefore(digitsAfter, grouped);
          field.setSelectionRange(caret, caret);
        }
        onChange?.(event);
      }}
    />
  );
}

/** The place in a text that has so many digits after it. */
function placeBefore(digits: number, text: string): number {
  let place = text.length;
  for (let left = digits; left > 0; place--) if (/\d/.test(text[place - 1] ?? "0")) left--;
  return place;
}
