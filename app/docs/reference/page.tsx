import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ReferenceOverview } from "@/components/docs/reference-overview";
import { operationGroups } from "@/lib/api/groups";
import { readReference } from "@/lib/api/reference";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return { title: t("title"), description: t("lead") };
}

export default async function ReferencePage() {
  const t = await getTranslations("docs.reference");
  const { operations, schemas } = readReference(await getLocale());
  const groups = operationGroups.map((id) => ({ id, operations: operations.filter(({ group }) => group === id) }));
  return (
    <div className="grid min-w-0 gap-10">
      <header className="grid gap-2">
        <h1 className="font-semibold text-2xl">{t("title")}</h1>
        <p className="max-w-text text-muted">{t("lead")}</p>
      </header>
      <ReferenceOverview groups={groups} schemas={schemas.map(({ name }) => name)} />
    </div>
  );
}
