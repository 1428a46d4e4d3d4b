"use client";

import { useTranslations } from "next-intl";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { ActionForm } from "@/components/ui/fields/action-form";
import { Field } from "@/components/ui/fields/field";
import { renamePasskeyAction } from "@/lib/people/passkeys/actions";

export type RenamePasskeyFormProps = { id: string; name: string };

export function RenamePasskeyForm({ id, name }: RenamePasskeyFormProps) {
  const t = useTranslations("passkeys");
  return (
    <ActionForm
      action={renamePasskeyAction}
      hidden={{ id }}
      result={() => <CloseDialog />}
      cancel={t("cancel")}
      submit={t("save")}
    >
      {(state) => (
        <Field
          label={t("name")}
          name="name"
          hint={t("nameHint")}
          state={state}
          defaultValue={name}
          autoComplete="off"
          required
        />
      )}
    </ActionForm>
  );
}
