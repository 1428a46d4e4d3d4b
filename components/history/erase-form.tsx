"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { eraseAction } from "@/lib/retention/actions";

export type EraseFormProps = { business: string; trackingId: string };

export function EraseForm({ business, trackingId }: EraseFormProps) {
  const t = useTranslations("history");
  const [state, erase] = useActionState(eraseAction, idle);
  return (
    <FreshForm state={state} action={erase} hidden={{ business, trackingId }}>
      <p className="text-muted">{t("eraseLead")}</p>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("eraseNow")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
