"use client";

import { useTranslations } from "next-intl";
import { PasswordField } from "@/components/ui/fields/password-field";
import { stepUpAction } from "@/lib/people/account/actions";
import { StepUpProof, type StepUpProps } from "./step-up-proof";

export function PasswordStepUp(props: StepUpProps) {
  const t = useTranslations("account.stepUp");
  return (
    <StepUpProof {...props} action={stepUpAction}>
      {(state) => (
        <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
      )}
    </StepUpProof>
  );
}
