"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect, useEffectEvent } from "react";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { PasswordField } from "@/components/ui/password-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { stepUpAction } from "@/lib/account/actions";
import { idle } from "@/lib/form";

type StepUpFormProps = {
  onProven?: () => void;
  /** What to show once it is proven, and the way out before. */
  proven?: ReactNode;
  cancel?: ReactNode;
};

/** Asks someone who is signed in to prove again who they are. */
export function StepUpForm({ onProven, proven, cancel }: StepUpFormProps) {
  const t = useTranslations("account.stepUp");
  const [state, prove] = useActionState(stepUpAction, idle);
  const goOn = useEffectEvent(() => onProven?.());

  useEffect(() => {
    if (state.status === "done") goOn();
  }, [state.status]);

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
