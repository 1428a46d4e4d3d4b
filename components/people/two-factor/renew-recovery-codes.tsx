"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { NewRecoveryCodes } from "./new-recovery-codes";
import { RenewRecoveryCodesForm } from "./renew-recovery-codes-form";

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
