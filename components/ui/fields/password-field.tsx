"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Input } from "./controls";
import { FieldFrame, type FieldProps } from "./field";

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

function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type" | "defaultValue">) {
  const t = useTranslations("ui");
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative block [&>input]:pr-12">
      <Input {...props} type={isShown ? "text" : "password"} spellCheck={false} autoCapitalize="none" />
      <span className="absolute inset-y-0 right-0 flex items-center">
        <IconButton
          label={t(isShown ? "hidePassword" : "showPassword")}
          icon={isShown ? <EyeOff /> : <Eye />}
          aria-controls={props.id}
          onClick={() => setShown(!isShown)}
        />
      </span>
    </span>
  );
}
