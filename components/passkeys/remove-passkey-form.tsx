"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { Notice } from "@/components/ui/feedback/notice";
import { ActionForm } from "@/components/ui/fields/action-form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { removePasskeyAction } from "@/lib/passkeys/actions";

export type RemovePasskeyFormProps = {
  id: string;
  isLastFactor: boolean;
  /** The id of the element that gets the focus: a removed passkey's row removes this form. */
  goOnAt: string;
};

export function RemovePasskeyForm({ id, isLastFactor, goOnAt }: RemovePasskeyFormProps) {
  const t = useTranslations("passkeys");

  useFocusAfter(goOnAt);

  return (
    <ActionForm
      action={removePasskeyAction}
      hidden={isLastFactor ? { id, endsTwoFactor: "yes" } : { id }}
      frame={FreshForm}
      cancel={t("cancel")}
      submit={t(isLastFactor ? "removeLastNow" : "removeNow")}
      button={{ variant: "danger" }}
    >
      {isLastFactor && <Notice kind="warning">{t("removeLast")}</Notice>}
      <p className="text-muted">{t("removeLead")}</p>
    </ActionForm>
  );
}
