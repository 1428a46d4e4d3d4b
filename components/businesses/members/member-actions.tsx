"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { ChangeRoleForm } from "./change-role-form";
import { RemoveMemberForm } from "./remove-member-form";

type MemberActionsProps = {
  business: string;
  member: { userId: string; name: string; role: Role };
  you: Role;
  made?: Made;
};

export function MemberActions({ business, member: { userId, name, role }, you, made }: MemberActionsProps) {
  const t = useTranslations("members");
  return (
    <span className="inline-flex justify-end gap-2 folded:flex-wrap">
      <Dialog
        title={t("change.title", { name })}
        trigger={{ label: t("change.open"), fullLabel: t("change.openOf", { name }), size: "small" }}
      >
        <ChangeRoleForm {...{ business, userId, role, you, made }} />
      </Dialog>
      <Dialog
        title={t("remove.title", { name })}
        trigger={{ label: t("remove.open"), fullLabel: t("remove.openOf", { name }), size: "small", variant: "ghost" }}
      >
        <RemoveMemberForm {...{ business, userId, you, made }} />
      </Dialog>
    </span>
  );
}
