"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { PasswordField } from "@/components/ui/fields/password-field";
import { stepUpAction } from "@/lib/account/actions";
import { idle } from "@/lib/form";
import { useProven } from "./use-proven";

type PasswordStepUpProps = {
  onProven: () => void;
  /** What to show after the proof, also without scripts. */
  proven: ReactNode;
  cancel: ReactNode;
};

export function PasswordStepUp({ onProven, proven, cancel }: PasswordStepUpProps) {
  const t = useTranslations("account.stepUp");
  const [state, prove] = useActionState(stepUpAction, idle);
  useProven(state, onProven);

  if (state.status === "done") return proven;
  return (
    <Form action={prove}>
      <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
      <FormMessage state={state} />
      <DialogActions>
        {cancel}
        <SubmitButton>{t("confirm")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
