import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
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
    <div className="grid min-w-0 gap-10">
      <header className="grid gap-2">
        <h1 className="font-semibold text-2xl">{t("title")}</h1>
        <p className="max-w-text text-muted">{t("lead")}</p>
      </header>
      <FirstCalls example={firstCall(keys("firstCallText"))} />
      <CallRules />
      <DocsPages />
    </div>
  );
}
