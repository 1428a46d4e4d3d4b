"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { MadeChecklist } from "@/components/people/account/made-checklist";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { removeMemberAction } from "@/lib/businesses/members/actions";

type RemoveMemberFormProps = { business: string; userId: string; you: Role; made?: Made };

export function RemoveMemberForm({ business, userId, you, made }: RemoveMemberFormProps) {
  const t = useTranslations("members");
  return (
    <FreshActionForm
      action={removeMemberAction}
      hidden={{ business, userId }}
      cancel={t("cancel")}
      submit={t("remove.confirm")}
      button={{ variant: "danger" }}
    >
      {(state) => (
        <>
          <p className="text-muted">{t("remove.lead")}</p>
          <MadeChecklist made={made} role={you} state={state} />
        </>
      )}
    </FreshActionForm>
  );
}
