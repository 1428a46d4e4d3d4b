"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { requestResetAction } from "@/lib/people/two-factor/actions";

/** Requests the emailed link with which someone who lost every factor starts the wait. */
export function RequestResetForm() {
  const t = useTranslations("twoFactor.reset");
  return <ActionForm action={requestResetAction} notice={t("asked")} after={null} submit={t("ask")} />;
}
