"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Input } from "./input";

export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type" | "defaultValue">) {
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
