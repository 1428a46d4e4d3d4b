import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { OperationEntry } from "@/components/docs/operation-entry";
import { Link } from "@/components/ui/text/link";
import { isOperationGroup } from "@/lib/api/openapi/groups";
import { readReference } from "@/lib/api/openapi/reference";

type Props = PageProps<"/docs/reference/[group]">;

async function readGroup({ params }: Props) {
  const { group } = await params;
  return isOperationGroup(group) ? group : notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations(`docs.reference.groups.${await readGroup(props)}`);
  return { title: t("title"), description: t("lead") };
}

export default async function ReferenceGroupPage(props: Props) {
  const group = await readGroup(props);
  const [t, say] = await Promise.all([getTranslations("docs.reference"), getTranslations("operations")]);
  const operations = readReference(await getLocale()).operations.filter((operation) => operation.group === group);
  return (
    <Article
      title={t(`groups.${group}.title`)}
      lead={t(`groups.${group}.lead`)}
      above={<Link href="/docs/reference">{t("title")}</Link>}
    >
      <nav aria-label={t("operations")}>
        <ul className="grid gap-x-6 gap-y-1 text-base sm:grid-cols-2">
          {operations.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`} className="underline">
                {say(name)}
              </a>
            </li>
          ))}
          <li>
            <Link href="/docs/reference/data-types" className="underline">
              {t("schemas")}
            </Link>
          </li>
        </ul>
      </nav>
      <div className="grid min-w-0 gap-2">
        {operations.map((operation) => (
          <OperationEntry key={operation.name} operation={operation} />
        ))}
      </div>
    </Article>
  );
}
