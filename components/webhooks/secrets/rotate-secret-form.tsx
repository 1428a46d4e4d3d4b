"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { rotateSecretAction } from "@/lib/webhooks/endpoints/actions";
import { SigningSecret } from "./signing-secret";

// The clicked button is gone, so the focus moves to the secret, ready to be copied.
const select = (panel: HTMLElement | null) => panel?.querySelector("input")?.select();

export type RotateSecretFormProps = { business: string; id: string; onRotated: () => void };

export function RotateSecretForm({ onRotated, ...hidden }: RotateSecretFormProps) {
  const t = useTranslations("webhooks.secret");
  const [state, rotate] = useFormAction(rotateSecretAction);
  const isDone = state.status === "done";
  const announce = useEffectEvent(onRotated);
  useEffect(() => {
    if (isDone) announce();
  }, [isDone]);
  if (state.status === "done") {
    return (
      <div ref={select} className="grid min-w-0 gap-5">
        <SigningSecret secret={state.data.secret} />
        <p>{t("rotated")}</p>
        <DialogActions>
          <DialogClose variant="primary">{t("done")}</DialogClose>
        </DialogActions>
      </div>
    );
  }
  return (
    <FreshForm state={state} action={rotate} hidden={hidden}>
      <FormMessage state={state} />
      <DialogActions cancel={t("cancel")}>
        <SubmitButton>{t("rotateNow")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
