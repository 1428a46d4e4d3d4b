"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { Notice } from "@/components/ui/feedback/notice";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { removePasskeyAction } from "@/lib/people/passkeys/actions";

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
    <FreshActionForm
      action={removePasskeyAction}
      hidden={isLastFactor ? { id, endsTwoFactor: "yes" } : { id }}
      cancel={t("cancel")}
      submit={t(isLastFactor ? "removeLastNow" : "removeNow")}
      button={{ variant: "danger" }}
    >
      {isLastFactor && <Notice kind="warning">{t("removeLast")}</Notice>}
      <p className="text-muted">{t("removeLead")}</p>
    </FreshActionForm>
  );
}
