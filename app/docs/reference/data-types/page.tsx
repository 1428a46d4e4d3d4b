import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { SchemaEntry } from "@/components/docs/schema-entry";
import { readReference } from "@/lib/api/reference";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return { title: t("schemas"), description: t("schemasLead") };
}

export default async function DataTypesPage() {
  const t = await getTranslations("docs.reference");
  const { schemas } = readReference(await getLocale());
  return (
    <div className="grid min-w-0 gap-6">
      <header className="grid gap-2">
        <p>
          <Link href="/docs/reference" className="underline">
            {t("title")}
          </Link>
        </p>
        <h1 className="font-semibold text-2xl">{t("schemas")}</h1>
        <p className="max-w-text text-muted">{t("schemasLead")}</p>
      </header>
      <div className="grid min-w-0 gap-2">
        {schemas.map((schema) => (
          <SchemaEntry key={schema.name} schema={schema} />
        ))}
      </div>
    </div>
  );
}
