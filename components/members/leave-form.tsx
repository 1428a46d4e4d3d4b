"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import type { Made } from "@/lib/leaving/schema";
import { leaveAction } from "@/lib/members/actions";
import type { Role } from "@/lib/principals/roles";
import { MadeChecklist } from "./made-checklist";

export function LeaveForm({ business, role, made }: { business: string; role: Role; made?: Made }) {
  const t = useTranslations("members");
  return (
    <ActionForm
      action={leaveAction}
      hidden={{ business }}
      frame={FreshForm}
      cancel={t("cancel")}
      submit={t("leave.confirm")}
      button={{ variant: "danger" }}
    >
      {(state) => <MadeChecklist {...{ made, role, state }} />}
    </ActionForm>
  );
}
