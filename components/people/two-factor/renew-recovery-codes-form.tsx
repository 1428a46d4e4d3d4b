"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { FormMessage } from "@/components/ui/fields/form-message";
import { renewRecoveryCodesAction } from "@/lib/people/two-factor/actions";
import { idle } from "@/lib/platform/form";

export function RenewRecoveryCodesForm({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const t = useTranslations("twoFactor.recovery");
  const [state, renew] = useActionState(renewRecoveryCodesAction, idle);

  useEffect(() => {
    if (state.status === "done") onRenewed(state.data);
  }, [state, onRenewed]);

  return (
    <FreshForm state={state} action={renew}>
      <FormMessage state={state} />
      <DialogActions cancel={t("cancel")}>
        <SubmitButton variant="danger">{t("renewConfirm")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
