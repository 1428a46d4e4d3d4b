import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { CallRules } from "@/components/docs/call-rules";
import { codeSamples } from "@/components/docs/code-samples";
import { CodeSamples } from "@/components/docs/code-samples-section";
import { DocsPages } from "@/components/docs/docs-pages";
import { FirstCalls } from "@/components/docs/first-calls";
import { nameRegions } from "@/lib/regions";
import { exampleRequest } from "@/lib/speech/example-request";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs");
  return { title: t("title"), description: t("lead") };
}

export default async function DocsPage() {
  const t = await getTranslations("docs");
  const keys = await getTranslations("keys");
  const example = exampleRequest(keys("firstCallText"));
  return (
    <Article title={t("title")} lead={t("lead")}>
      <FirstCalls example={example} />
      <CodeSamples samples={codeSamples(example)} />
      <CallRules regions={nameRegions()} />
      <DocsPages />
    </Article>
  );
}
