"use client";

import { Download, Route as TraceIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Waveform } from "@/components/ui/sound/waveform";
import { type Speech, soundOf } from "@/lib/api/client/speech";
import { tracePath } from "@/lib/speech/path";

type TakeSoundProps = { speech: Speech | null; title: string; compact?: boolean; autoPlay?: boolean };

/** A result's wave, or its place while it is being generated. */
export function TakeSound({ speech, title, compact = false, autoPlay = false }: TakeSoundProps) {
  if (speech) {
    const url = soundOf(speech.response.audioUrl, speech.base);
    return <Waveform key={url} url={url} title={title} compact={compact} autoPlay={autoPlay} />;
  }
  return (
    <div className={`flex items-center gap-3 ${compact ? "min-h-9" : "min-h-14"}`}>
      <Skeleton className="size-9 rounded-control" />
      <Skeleton className={compact ? "h-6 flex-1" : "h-10 flex-1"} />
    </div>
  );
}

/** What can be done with one result: its file and its trace. Null while it is being generated. */
export function TakeLinks({ speech, business }: { speech: Speech | null; business: string }) {
  const t = useTranslations("playground.result");
  return (
    <>
      <a
        href={speech ? soundOf(speech.response.audioUrl, speech.base) : undefined}
        download
        aria-disabled={!speech || undefined}
        className={buttonClass({ size: "small" })}
      >
        <Download />
        {t("download")}
      </a>
      {speech && (
        <ButtonLink size="small" icon={<TraceIcon />} href={tracePath(business, speech.response.trackingId)}>
          {t("trace")}
        </ButtonLink>
      )}
    </>
  );
}
