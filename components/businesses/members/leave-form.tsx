"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { MadeChecklist } from "@/components/people/account/made-checklist";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { leaveAction } from "@/lib/businesses/members/actions";

export function LeaveForm({ business, role, made }: { business: string; role: Role; made?: Made }) {
  const t = useTranslations("members");
  return (
    <FreshActionForm
      action={leaveAction}
      hidden={{ business }}
      cancel={t("cancel")}
      submit={t("leave.confirm")}
      button={{ variant: "danger" }}
    >
      {(state) => <MadeChecklist {...{ made, role, state }} />}
    </FreshActionForm>
  );
}
