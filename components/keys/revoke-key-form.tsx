"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { revokeKeyAction } from "@/lib/keys/actions";

export type RevokeKeyFormProps = {
  business: string;
  id: string;
  /** The part of the key that can be shown. */
  shown: ReactNode;
  /** The id of the element that gets the focus: a revoked key's row removes this form. */
  goOnAt: string;
};

export function RevokeKeyForm({ business, id, shown, goOnAt }: RevokeKeyFormProps) {
  const t = useTranslations("keys");
  const [state, revoke] = useActionState(revokeKeyAction, idle);

  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(goOnAt)?.focus();
    },
    [goOnAt],
  );

  return (
    <FreshForm state={state} action={revoke} hidden={{ business, id }}>
      <p className="text-muted">{t.rich("revokeLead", { key: () => shown })}</p>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("revokeNow")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
