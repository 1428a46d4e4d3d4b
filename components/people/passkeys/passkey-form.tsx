"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import type { ActionState } from "@/lib/platform/form";
import { useWebAuthn } from "./use-web-authn";

type PasskeyFormProps = {
  label: string;
  state: ActionState<unknown>;
  action: (form: FormData) => void;
  hidden?: Record<string, string>;
  /** Another way to do the same is shown above. */
  isAlternative?: boolean;
};

/** One button that starts the device's prompt. Not shown without scripts. */
export function PasskeyForm({ label, state, action, hidden, isAlternative = false }: PasskeyFormProps) {
  const t = useTranslations("passkeys");
  if (!useWebAuthn()) return <p className="text-muted text-sm">{t("unsupported")}</p>;
  return (
    <div className="grid gap-4 [&_form>button]:justify-self-stretch [@media(scripting:none)]:hidden">
      {isAlternative && (
        <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t("or")}
        </p>
      )}
      <Form action={action} hidden={hidden}>
        <SubmitButton variant="secondary" icon={<KeyRound aria-hidden />}>
          {label}
        </SubmitButton>
        <FormMessage state={state} />
      </Form>
    </div>
  );
}
