"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { NewRecoveryCodes } from "./new-recovery-codes";

type AppTurnedOnProps = {
  codes: string[] | null /** Null for a person who has recovery codes already. */;
  account: string;
};

export function AppTurnedOn({ codes, account }: AppTurnedOnProps) {
  const t = useTranslations("twoFactor");
  const { refresh } = useRouter();
  return (
    <div className="grid gap-6">
      <div role="status">
        <Notice kind="success">{t("app.turnedOn")}</Notice>
      </div>
      {codes ? (
        <NewRecoveryCodes codes={codes} account={account} onSaved={refresh} />
      ) : (
        <Button onClick={refresh}>{t("recovery.done")}</Button>
      )}
    </div>
  );
}
