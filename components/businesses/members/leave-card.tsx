import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { LeaveDialog } from "./leave-dialog";

type LeaveCardProps = { business: string; role: Role; made?: Made };

export function LeaveCard({ business, role, made }: LeaveCardProps) {
  const t = useTranslations("members");
  return (
    <Card title={t("leave.card")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t("leave.cardLead", { role: t(`roles.${role}`) })}</p>
        <LeaveDialog business={business} role={role} made={made} />
      </div>
    </Card>
  );
}
