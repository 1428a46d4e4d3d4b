"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { MadeChecklist } from "@/components/people/account/made-checklist";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import type { Role } from "@/lib/access/principals/roles";
import { beyond, type Made } from "@/lib/businesses/leaving/choices";
import { changeRoleAction, removeMemberAction } from "@/lib/businesses/members/actions";
import { RoleField } from "./role-field";

type MemberActionsProps = {
  business: string;
  member: { userId: string; name: string; role: Role };
  you: Role;
  made?: Made;
};

/** The dialogs of one row of the members' table: to change the role, and to remove the member. */
export function MemberActions({ business, member: { userId, name, role }, you, made }: MemberActionsProps) {
  const t = useTranslations("members");
  return (
    <span className="inline-flex justify-end gap-2 folded:flex-wrap">
      <Dialog
        title={t("change.title", { name })}
        trigger={{ label: t("change.open"), fullLabel: t("change.openOf", { name }), size: "small" }}
      >
        <ChangeRoleForm business={business} userId={userId} role={role} you={you} made={made} />
      </Dialog>
      <Dialog
        title={t("remove.title", { name })}
        trigger={{ label: t("remove.open"), fullLabel: t("remove.openOf", { name }), size: "small", variant: "ghost" }}
      >
        <RemoveMemberForm business={business} userId={userId} you={you} made={made} />
      </Dialog>
    </span>
  );
}

type ChangeRoleFormProps = { business: string; userId: string; role: Role; you: Role; made?: Made };

function ChangeRoleForm({ business, userId, role, you, made }: ChangeRoleFormProps) {
  const t = useTranslations("members");
  const [shown, setShown] = useState(role);
  return (
    <Form
      action={changeRoleAction}
      stepUp={StepUp}
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
    </Form>
  );
}

type RemoveMemberFormProps = { business: string; userId: string; you: Role; made?: Made };

function RemoveMemberForm({ business, userId, you, made }: RemoveMemberFormProps) {
  const t = useTranslations("members");
  return (
    <Form
      action={removeMemberAction}
      stepUp={StepUp}
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
    </Form>
  );
}
