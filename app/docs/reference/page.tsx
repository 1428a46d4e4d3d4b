import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { ReferenceOverview } from "@/components/docs/reference-overview";
import { operationGroups } from "@/lib/api/openapi/groups";
import { readReference } from "@/lib/api/openapi/reference";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return { title: t("title"), description: t("lead") };
}

export default async function ReferencePage() {
  const t = await getTranslations("docs.reference");
  const { operations, schemas, commonErrors } = readReference(await getLocale());
  const groups = operationGroups.map((id) => ({ id, operations: operations.filter(({ group }) => group === id) }));
  return (
    <Article title={t("title")} lead={t("lead")}>
      <ReferenceOverview groups={groups} schemas={schemas.map(({ name }) => name)} commonErrors={commonErrors} />
    </Article>
  );
}
