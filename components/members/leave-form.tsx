"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/account/fresh-action-form";
import type { Made } from "@/lib/leaving/schema";
import { leaveAction } from "@/lib/members/actions";
import type { Role } from "@/lib/principals/roles";
import { MadeChecklist } from "./made-checklist";

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
