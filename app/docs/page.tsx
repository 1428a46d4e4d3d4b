import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { CallRules } from "@/components/docs/call-rules";
import { DocsPages } from "@/components/docs/docs-pages";
import { FirstCalls } from "@/components/docs/first-calls";
import { firstCall } from "@/lib/speech/first-call";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs");
  return { title: t("title"), description: t("lead") };
}

export default async function DocsPage() {
  const t = await getTranslations("docs");
  const keys = await getTranslations("keys");
  return (
    <Article title={t("title")} lead={t("lead")}>
      <FirstCalls example={firstCall(keys("firstCallText"))} />
      <CallRules />
      <DocsPages />
    </Article>
  );
}
