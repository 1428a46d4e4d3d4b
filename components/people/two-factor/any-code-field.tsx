import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Field } from "@/components/ui/fields/field";
import type { ActionState } from "@/lib/platform/form";

type AnyCodeFieldProps = { state: ActionState<unknown> } & Partial<ComponentProps<typeof Field>>;

export function AnyCodeField({ state, ...rest }: AnyCodeFieldProps) {
  const t = useTranslations("twoFactor.app");
  return (
    <Field
      label={t("anyCode")}
      name="code"
      state={state}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      mono
      required
      {...rest}
    />
  );
}
