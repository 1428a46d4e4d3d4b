import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { type StaffRole, staffRoles } from "@/lib/access/principals/roles";
import { grantStaffAction, revokeStaffAction } from "@/lib/operator/actions";
import { ActDialog } from "./act-form";

type Row = { userId: string; email: string; name: string; role: StaffRole; grantedAt: Date; hasFactor: boolean };

const useRoles = () => {
  const t = useTranslations("operator");
  return staffRoles.map((value) => ({ value, label: `${t(`roles.${value}`)}: ${t(`roleHints.${value}`)}` }));
};

/** Everyone on the staff; `editor` is the admin who may change the others. */
export function StaffTable({ rows, editor }: { rows: readonly Row[]; editor: string | null }) {
  const t = useTranslations("operator");
  const roles = useRoles();
  const columns: Column<Row>[] = [
    {
      head: t("staff.person"),
      cell: ({ name, email }) => (
        <span className="grid min-w-0">
          <span className="font-medium">{name}</span>
          <span className="wrap-anywhere text-muted text-sm">{email}</span>
        </span>
      ),
    },
    { head: t("staff.role"), cell: ({ role }) => t(`roles.${role}`) },
    {
      head: t("staff.factor"),
      cell: ({ hasFactor }) => (
        <Badge kind={hasFactor ? "success" : "warning"}>{t(hasFactor ? "staff.hasFactor" : "staff.noFactor")}</Badge>
      ),
    },
    { head: t("staff.since"), cell: ({ grantedAt }) => <Moment time={grantedAt} /> },
    {
      head: t("staff.actions"),
      quiet: true,
      cell: ({ userId, email, name, role }) =>
        editor && editor !== userId ? (
          <span className="inline-flex flex-wrap gap-2">
            <ActDialog
              title={t("staff.change")}
              lead={name}
              trigger={{ label: t("staff.change"), fullLabel: `${t("staff.change")}: ${name}`, size: "small" }}
              action={grantStaffAction}
              hidden={{ email }}
              fields={[{ name: "role", label: t("staff.role"), choices: roles, defaultValue: role }]}
              reason="staff"
            />
            <ActDialog
              title={t("staff.revokeTitle", { name })}
              trigger={{ label: t("staff.revoke"), fullLabel: `${t("staff.revoke")}: ${name}`, size: "small" }}
              action={revokeStaffAction}
              hidden={{ email }}
              reason="staff"
              isDanger
            />
          </span>
        ) : null,
    },
  ];
  return <TableCard caption={t("staff.title")} columns={columns} rows={rows} rowKey={({ userId }) => userId} />;
}

export function GrantStaff() {
  const t = useTranslations("operator");
  return (
    <ActDialog
      title={t("staff.grant")}
      lead={t("staff.grantLead")}
      trigger={{ label: t("staff.grant"), variant: "primary" }}
      action={grantStaffAction}
      fields={[
        { name: "email", label: t("staff.email"), kind: "email" },
        { name: "role", label: t("staff.role"), choices: useRoles(), defaultValue: "support" },
      ]}
      reason="staff"
    />
  );
}
