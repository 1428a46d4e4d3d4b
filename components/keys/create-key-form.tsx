"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { createKeyAction } from "@/lib/keys/actions";
import type { FirstCallExample } from "./first-call";
import { type KeyBounds, KeyFields } from "./key-fields";
import { NewSecret } from "./new-secret";

type CreateKeyFormProps = { business: string; example: FirstCallExample; bounds: KeyBounds };

export function CreateKeyForm({ business, example, bounds }: CreateKeyFormProps) {
  const t = useTranslations("keys");
  const [state, create] = useActionState(createKeyAction, idle);
  if (state.status === "done") return <NewSecret secret={state.data.secret} example={example} />;

  return (
    <FreshForm state={state} action={create} hidden={{ business }}>
      <KeyFields state={state} bounds={bounds} />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton>{t("create")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
