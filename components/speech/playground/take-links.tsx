"use client";

import { Download, Route as TraceIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { type Speech, soundOf } from "@/lib/api/client/speech";
import { tracePath } from "@/lib/speech/trace/path";

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
