import { Check, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { can, type Permission, permissions, roles } from "@/lib/access/principals/roles";

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
