"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import { archiveBusinessAction } from "@/lib/businesses/lifecycle/actions";
import { idle } from "@/lib/form";

export function ArchiveForm({ business, name }: { business: string; name: string }) {
  const t = useTranslations("lifecycle");
  const [state, archive] = useActionState(archiveBusinessAction, idle);
  return (
    <FreshForm action={archive} state={state} hidden={{ business }}>
      <Field label={t("archiveName", { name })} name="name" state={state} autoComplete="off" required />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("archiveNow")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
