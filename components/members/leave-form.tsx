"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import type { Made } from "@/lib/leaving/schema";
import { leaveAction } from "@/lib/members/actions";
import type { Role } from "@/lib/principals/roles";
import { MadeChecklist } from "./made-checklist";

export function LeaveForm({ business, role, made }: { business: string; role: Role; made?: Made }) {
  const t = useTranslations("members");
  const [state, leave] = useActionState(leaveAction, idle);
  return (
    <FreshForm state={state} action={leave} hidden={{ business }}>
      <MadeChecklist {...{ made, role, state }} />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("leave.confirm")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
