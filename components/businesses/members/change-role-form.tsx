"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { MadeChecklist } from "@/components/people/account/made-checklist";
import type { Role } from "@/lib/access/principals/roles";
import { beyond, type Made } from "@/lib/businesses/leaving/choices";
import { changeRoleAction } from "@/lib/businesses/members/actions";
import { RoleField } from "./role-field";

type ChangeRoleFormProps = { business: string; userId: string; role: Role; you: Role; made?: Made };

export function ChangeRoleForm({ business, userId, role, you, made }: ChangeRoleFormProps) {
  const t = useTranslations("members");
  const [shown, setShown] = useState(role);
  return (
    <FreshActionForm
      action={changeRoleAction}
      hidden={{ business, userId }}
      closesDialog
      cancel={t("cancel")}
      submit={t("change.save")}
    >
      {(state) => (
        <>
          <RoleField state={state} initial={role} onRoleChange={setShown} />
          {/* What the person keeps a say in is not listed. */}
          <MadeChecklist made={made && beyond(shown, made)} role={you} state={state} />
        </>
      )}
    </FreshActionForm>
  );
}
