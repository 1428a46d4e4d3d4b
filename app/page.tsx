import { setTimeout as sleep } from "node:timers/promises";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { FrontPage, type FrontVoice } from "@/components/site/front-page";
import { orError } from "@/lib/access/auth/or-error";
import { findViewer } from "@/lib/access/auth/session";
import { blocks } from "@/lib/api/docs/blocks";
import { renderMarkdown } from "@/lib/api/docs/render";
import { hasNaturalVoices, listVoices } from "@/lib/engines/catalogue";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { alternatesOf } from "@/lib/platform/i18n/alternates";
import { operatorMark } from "@/lib/platform/operator-mark";
import { findSampleRecognizer } from "@/lib/speech/sample";
import { frontReading, frontSample } from "@/lib/speech/timed-sample";
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
      <FrontPage
        voices={await frontVoices()}
        listens={findSampleRecognizer() !== undefined}
        offersInstaller={env.isLocal && !hasNaturalVoices()}
        code={code}
        prices={prices}
      />
    </SitePage>
  );
}

/** One voice of each region, the best first as the engines list them, and how it reads the sentence. */
async function frontVoices(): Promise<FrontVoice[]> {
  const voices = listVoices();
  const chosen = (["north", "central", "south"] as const).flatMap(
    (region) => voices.filter((one) => one.region === region).sort(byMaturity)[0] ?? [],
  );
  return Promise.all(
    chosen.map(async ({ voiceId, name, region, experimental }) => {
      const voice = { voiceId, name, region, experimental };
      // An engine can be slow or away: the page then comes without the wave.
      const made = await Promise.race([orError(frontSample(voiceId)), sleep(longestWaitMs, null)]);
      if (!made || made instanceof AppError) return { ...voice, spark: null, ...frontReading(voiceId) };
      const { segments, starts, spark } = made;
      return { ...voice, segments, starts, spark };
    }),
  );
}

const byMaturity = (one: { experimental: boolean }, other: { experimental: boolean }) =>
  Number(one.experimental) - Number(other.experimental);

const longestWaitMs = seconds(2);
