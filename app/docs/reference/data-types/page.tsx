import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { SchemaEntry } from "@/components/docs/schema-entry";
import { Link } from "@/components/ui/text/link";
import { readReference } from "@/lib/api/openapi/reference";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return { title: t("schemas"), description: t("schemasLead") };
}

export default async function DataTypesPage() {
  const t = await getTranslations("docs.reference");
  const { schemas } = readReference(await getLocale());
  return (
    <Article title={t("schemas")} lead={t("schemasLead")} above={<Link href="/docs/reference">{t("title")}</Link>}>
      <div className="grid min-w-0 gap-2">
        {schemas.map((schema) => (
          <SchemaEntry key={schema.name} schema={schema} />
        ))}
      </div>
    </Article>
  );
}
