"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ReplayMatchingForm, type ReplayMatchingFormProps } from "./replay-matching-form";

/** Replays everything that the log's filter matches, or everything there is. */
export function ReplayMatchingDialog(form: ReplayMatchingFormProps) {
  const t = useTranslations("webhooks.replay");
  const isFiltered = Object.values(form.filter).some(Boolean);
  return (
    <Dialog
      title={t(isFiltered ? "matchingTitle" : "everythingTitle")}
      trigger={{ label: t(isFiltered ? "matching" : "everything"), size: "small", variant: "ghost" }}
    >
      <ReplayMatchingForm {...form} />
    </Dialog>
  );
}
