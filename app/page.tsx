import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { FrontPage } from "@/components/site/front-page";
import { findViewer } from "@/lib/access/auth/session";
import { blocks } from "@/lib/api/docs/blocks";
import { renderMarkdown } from "@/lib/api/docs/render";
import { listVoices } from "@/lib/engines/catalogue";
import { env } from "@/lib/platform/env";
import { alternatesOf } from "@/lib/platform/i18n/alternates";
import { operatorMark } from "@/lib/platform/operator-mark";
import { findSampleRecognizer } from "@/lib/speech/sample";
import { SitePage } from "./site-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frontPage");
  const title = `${operatorMark().name} · ${t("title")}`;
  return { title: { absolute: title }, description: t("lead"), alternates: alternatesOf("/", await getLocale()) };
}

export default async function HomePage() {
  if (env.VANG_FRONT_PAGE === "off" || (await findViewer())) redirect("/console");
  const locale = await getLocale();
  const write = async (block: string) => renderMarkdown((await blocks[block]?.(locale, "")) ?? "", locale).html;
  const [code, prices] = await Promise.all([write("first-call"), write("prices")]);
  return (
    <SitePage>
      <FrontPage voices={sampleVoices()} listens={findSampleRecognizer() !== undefined} code={code} prices={prices} />
    </SitePage>
  );
}

/** One voice of each region, the best first as the engines list them. */
function sampleVoices() {
  const voices = listVoices();
  return (["north", "central", "south"] as const).flatMap((region) => {
    const voice = voices.find((one) => one.region === region && !one.experimental);
    return voice
      ? [{ ...voice, previewUrl: new URL(voice.previewUrl).pathname + new URL(voice.previewUrl).search }]
      : [];
  });
}
