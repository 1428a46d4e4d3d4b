import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { OperationEntry } from "@/components/docs/operation-entry";
import { SchemaEntry } from "@/components/docs/schema-entry";
import { readReference } from "@/lib/api/reference";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.reference");
  return { title: t("title"), description: t("lead") };
}

export default async function ReferencePage() {
  const [t, say] = await Promise.all([getTranslations("docs.reference"), getTranslations("operations")]);
  const { operations, schemas } = readReference(await getLocale());
  return (
    <div className="grid min-w-0 gap-10">
      <header className="grid gap-2">
        <h1 className="font-semibold text-2xl">{t("title")}</h1>
        <p className="max-w-text text-muted">{t("lead")}</p>
      </header>
      <section aria-labelledby="operations" className="grid min-w-0 gap-2">
        <h2 id="operations" className="font-semibold text-xl">
          {t("operations")}
        </h2>
        <ul className="grid gap-x-6 gap-y-1 text-base sm:grid-cols-2">
          {operations.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`} className="underline">
                {say(name)}
              </a>
            </li>
          ))}
        </ul>
        {operations.map((operation) => (
          <OperationEntry key={operation.name} operation={operation} />
        ))}
      </section>
      <section aria-labelledby="schemas" className="grid min-w-0 gap-2">
        <h2 id="schemas" className="font-semibold text-xl">
          {t("schemas")}
        </h2>
        {schemas.map((schema) => (
          <SchemaEntry key={schema.name} schema={schema} />
        ))}
      </section>
    </div>
  );
}
