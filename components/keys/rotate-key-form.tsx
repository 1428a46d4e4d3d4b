"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { idle } from "@/lib/form";
import { rotateKeyAction } from "@/lib/keys/actions";
import { overlaps } from "@/lib/keys/schema";
import { NewSecret } from "./new-secret";

export function RotateKeyForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("keys");
  const [state, rotate] = useActionState(rotateKeyAction, idle);
  if (state.status === "done") return <NewSecret secret={state.data.secret} />;

  const choices = overlaps.map((value) => ({
    value,
    label: t(`overlaps.${value}.label`),
    hint: t(`overlaps.${value}.hint`),
  }));
  return (
    <FreshForm state={state} action={rotate} hidden={{ business, id }}>
      <RadioCards legend={t("overlap")} name="overlap" defaultValue="24" choices={choices} />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton>{t("rotateNow")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
