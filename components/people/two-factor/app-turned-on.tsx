"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { NewRecoveryCodes } from "./new-recovery-codes";

type AppTurnedOnProps = {
  codes: string[] | null /** Null for a person who has recovery codes already. */;
  account: string;
  onSaved: () => void;
};

export function AppTurnedOn({ codes, account, onSaved }: AppTurnedOnProps) {
  const t = useTranslations("twoFactor");
  return (
    <div className="grid gap-6">
      <div role="status">
        <Notice kind="success">{t("app.turnedOn")}</Notice>
      </div>
      {codes ? (
        <NewRecoveryCodes codes={codes} account={account} onSaved={onSaved} />
      ) : (
        <Button onClick={onSaved}>{t("recovery.done")}</Button>
      )}
    </div>
  );
}
