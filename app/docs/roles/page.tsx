import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { RoleTable } from "@/components/members/role-table";
import { Card } from "@/components/ui/text/card";
import { roles } from "@/lib/principals/roles";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.roles");
  return { title: t("title"), description: t("lead") };
}

export default async function RolesPage() {
  const t = await getTranslations("docs.roles");
  const say = await getTranslations("members");
  return (
    <Article title={t("title")} lead={t("lead")}>
      <dl className="grid gap-3">
        {roles.map((role) => (
          <div key={role} className="grid gap-x-6 sm:grid-cols-[10rem_1fr]">
            <dt className="font-medium">{say(`roles.${role}`)}</dt>
            <dd className="text-muted">{say(`roleHints.${role}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="text-base">
        <Card padded={false}>
          <RoleTable caption={say("roleTable.title")} />
        </Card>
      </div>
    </Article>
  );
}
