"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect, useState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { FormMessage } from "@/components/ui/fields/form-message";
import { renewRecoveryCodesAction } from "@/lib/people/two-factor/actions";
import { idle } from "@/lib/platform/form";
import { NewRecoveryCodes } from "./new-recovery-codes";

/** Asks first, in a dialog; the new set is then shown on the page, where no key press closes it by mistake. */
export function RenewRecoveryCodes({ account }: { account: string }) {
  const t = useTranslations("twoFactor.recovery");
  const [codes, setCodes] = useState<readonly string[]>();

  if (codes) return <NewRecoveryCodes codes={codes} account={account} onSaved={() => setCodes(undefined)} />;
  return (
    <div>
      <Dialog title={t("renewTitle")} lead={t("renewLead")} trigger={{ label: t("renew") }}>
        <RenewRecoveryCodesForm onRenewed={setCodes} />
      </Dialog>
    </div>
  );
}

function RenewRecoveryCodesForm({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
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
