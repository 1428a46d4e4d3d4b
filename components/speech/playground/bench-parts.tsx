"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { Link } from "@/components/ui/text/link";
import type { Region } from "@/lib/platform/regions";
import { tracePath } from "@/lib/speech/path";
import type { VoiceRecord } from "@/lib/speech/schema";
import type { Failure } from "./use-runs";

type RunFailureProps = {
  failure: Failure;
  /** What the page still has. */
  kept: string;
};

export function RunFailure({ failure: { code, message, requestId }, kept }: RunFailureProps) {
  const t = useTranslations("playground.failure");
  const words = useTranslations("ui");
  const { business } = useParams<{ business: string }>();
  const isPoor = code === "INSUFFICIENT_CREDIT";
  const isCapped = code === "SPEND_CAP_REACHED";
  const isChanged = code === "PRICE_CHANGED";
  const own = isPoor ? t("noCredit") : isCapped ? t("capReached") : isChanged ? t("priceChanged") : undefined;

  return (
    <Notice kind="danger">
      <p className="font-medium wrap-anywhere">{own ?? message ?? t("unreachable")}</p>
      <p>{kept}</p>
      {isPoor && (
        <Link href={`/console/${business}/billing` as Route} className="underline underline-offset-2">
          {t("topUp")}
        </Link>
      )}
      {isChanged && <PricesLink />}
      {requestId && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          {words("requestId")}
          <Link href={tracePath(business, requestId)} className="break-all font-mono underline underline-offset-2">
            {requestId}
          </Link>
          <CopyButton text={requestId} />
        </p>
      )}
    </Notice>
  );
}

export function PricesLink() {
  const { business } = useParams<{ business: string }>();
  return (
    <Link href={`/console/${business}/billing/prices` as Route} className="underline underline-offset-2">
      {useTranslations("playground")("prices")}
    </Link>
  );
}

/** One fact of a run; without its value, a placeholder of the same size. */
export function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={clsx("grid content-start", wide && "col-span-full")}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd
        className={clsx(
          "flex items-center gap-2 font-medium tabular-nums",
          wide ? "min-h-9 pointer-coarse:min-h-11" : "min-h-5.5",
        )}
      >
        {children || <span className="font-normal text-muted">…</span>}
      </dd>
    </div>
  );
}

type RegionSwitchProps = { regions: readonly Region[]; base: string; onChange: (base: string) => void };

/** Which region runs the request; shown if there are several. The first is this site's own. */
export function RegionSwitch({ regions, base, onChange }: RegionSwitchProps) {
  const t = useTranslations("playground.regions");
  const [own] = regions;
  if (!own || regions.length < 2) return null;
  return (
    <SegmentedControl
      legend={t("title")}
      name="region"
      defaultValue={(regions.find(({ url }) => url === base) ?? own).code}
      choices={regions.map(({ code }) => ({ value: code, label: t(code) }))}
      onValueChange={(code) => {
        const picked = regions.find((region) => region.code === code);
        onChange(picked && picked !== own ? picked.url : "");
      }}
    />
  );
}

type VoiceRegionsProps = { voices: readonly VoiceRecord[]; voiceId: string; onChange: (voiceId: string) => void };

/** The region of the voice. Another region's first voice, as the list has them, takes its place. */
export function VoiceRegions({ voices, voiceId, onChange }: VoiceRegionsProps) {
  const t = useTranslations("playground.voices");
  const regions = voiceRegions.filter((region) => voices.some((voice) => voice.region === region));
  const current = voices.find((voice) => voice.voiceId === voiceId)?.region;
  if (regions.length < 2) return null;
  return (
    <SegmentedControl
      key={current}
      isLegendHidden
      legend={t("region")}
      name="voiceRegion"
      defaultValue={current}
      choices={regions.map((region) => ({ value: region, label: t(`regions.${region}`) }))}
      onValueChange={(region) => {
        const those = voices.filter((voice) => voice.region === region);
        const voice = those.find(({ experimental }) => !experimental) ?? those[0];
        if (voice) onChange(voice.voiceId);
      }}
    />
  );
}

const voiceRegions = ["north", "central", "south"] as const;
