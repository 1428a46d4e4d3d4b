"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { renamePasskeyAction } from "@/lib/passkeys/actions";

export type RenamePasskeyFormProps = { id: string; name: string };

export function RenamePasskeyForm({ id, name }: RenamePasskeyFormProps) {
  const t = useTranslations("passkeys");
  const [state, rename] = useActionState(renamePasskeyAction, idle);
  if (state.status === "done") return <CloseDialog />;
  return (
    <Form action={rename} hidden={{ id }}>
      <Field
        label={t("name")}
        name="name"
        hint={t("nameHint")}
        state={state}
        defaultValue={name}
        autoComplete="off"
        required
      />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton>{t("save")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
