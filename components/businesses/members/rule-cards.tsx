import { Check, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { can, type Permission, permissions, type Role, roles } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import { LeaveDialog, TwoFactorRuleForm } from "./rule-forms";

export function RolesCard() {
  const t = useTranslations("members.roleTable");
  return (
    <Card padded={false}>
      <details>
        <summary className="cursor-pointer px-4 py-3 font-semibold">{t("title")}</summary>
        <div className="border-line border-t">
          <RoleTable caption={t("title")} />
        </div>
      </details>
    </Card>
  );
}

/** The permissions of each role, from the same table that the server checks. */
function RoleTable({ caption }: { caption: string }) {
  const t = useTranslations("members");
  const columns: Column<Permission>[] = [
    { head: t("roleTable.permission"), cell: (permission) => t(`permissions.${permission}`) },
    ...roles.map((role) => ({
      head: t(`roles.${role}`),
      cell: (permission: Permission) => <Answer yes={can(role, permission)} />,
    })),
  ];
  return <Table caption={caption} columns={columns} rows={permissions.owner} rowKey={String} />;
}

function Answer({ yes }: { yes: boolean }) {
  const t = useTranslations("members.roleTable");
  return yes ? (
    <Check role="img" aria-label={t("yes")} className="size-4 text-jade" />
  ) : (
    <Minus role="img" aria-label={t("no")} className="size-4 text-muted" />
  );
}

type TwoFactorCardProps = {
  required: boolean;
  /** How many members have no second factor; null for those who may not know. */
  without: number | null;
  /** The business, if the reader can change the rule. */
  changeIn?: string;
};

export function TwoFactorCard({ required, without, changeIn }: TwoFactorCardProps) {
  const t = useTranslations("members.rule");
  return (
    <Card title={t("title")}>
      <div className="grid gap-4">
        <p className="max-w-text text-muted">{t("lead")}</p>
        <p>
          {t(required ? "on" : "off")} {without !== null && without > 0 && t("affected", { count: without })}
        </p>
        {changeIn && <TwoFactorRuleForm business={changeIn} required={required} />}
      </div>
    </Card>
  );
}

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
