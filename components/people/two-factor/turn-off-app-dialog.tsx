"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { TurnOffAppForm } from "./turn-off-app-form";

export function TurnOffAppDialog() {
  const t = useTranslations("twoFactor.app");
  return (
    <div>
      <Dialog title={t("turnOffTitle")} lead={t("turnOffLead")} trigger={{ label: t("turnOff") }}>
        <TurnOffAppForm />
      </Dialog>
    </div>
  );
}
