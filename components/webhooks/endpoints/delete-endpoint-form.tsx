"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { deleteEndpointAction } from "@/lib/webhooks/endpoints/actions";

export type DeleteEndpointFormProps = { business: string; id: string /** Typed to confirm. */; host: string };

export function DeleteEndpointForm({ business, id, host }: DeleteEndpointFormProps) {
  const t = useTranslations("webhooks.stop");
  const [typed, setTyped] = useState("");
  const [state, remove] = useFormAction(deleteEndpointAction);

  return (
    <FreshForm state={state} action={remove} hidden={{ business, id }}>
      <Field
        label={t("deleteType", { host })}
        name="host"
        state={state}
        autoComplete="off"
        spellCheck={false}
        mono
        onChange={({ target }) => setTyped(target.value)}
      />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger" disabled={typed.trim() !== host}>
          {t("deleteNow")}
        </SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
