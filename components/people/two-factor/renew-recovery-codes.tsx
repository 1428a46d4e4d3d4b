"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { renewRecoveryCodesAction } from "@/lib/people/two-factor/actions";
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

  return (
    <Form
      action={renewRecoveryCodesAction}
      onDone={onRenewed}
      stepUp={StepUp}
      cancel={t("cancel")}
      submit={t("renewConfirm")}
      button={{ variant: "danger" }}
    />
  );
}
