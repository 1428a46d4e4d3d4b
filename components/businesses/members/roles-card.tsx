import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { RoleTable } from "./role-table";

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
