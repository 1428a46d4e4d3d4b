"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import { Button } from "@/components/ui/buttons/button";
import { toast } from "@/components/ui/feedback/toast";
import { fetchSubtitles, type SubtitleFormat } from "@/lib/api/client/transcription";
import { withTexts } from "./cues";

type SubtitleButtonsProps = {
  trackingId: string;
  base: string;
  keyring: ReturnType<typeof makeKeyring>;
  texts: readonly string[] | null;
};

const formats: readonly SubtitleFormat[] = ["srt", "vtt"];

/** The transcript as subtitle files, as any client gets them from the lookup, with the corrections made here. */
export function SubtitleButtons({ trackingId, base, keyring, texts }: SubtitleButtonsProps) {
  const t = useTranslations("playground.transcribe");
  const [pending, setPending] = useState<SubtitleFormat | null>(null);

  async function save(format: SubtitleFormat) {
    setPending(format);
    const answer = await keyring
      .send((secret) => fetchSubtitles(trackingId, format, { secret, base }))
      .catch(() => null);
    setPending(null);
    if (answer?.status === "done")
      download(`${trackingId}.${format}`, texts ? withTexts(answer.text, texts, format) : answer.text);
    else toast(t("subtitlesFailed"), "danger");
  }

  return formats.map((format) => (
    <Button
      key={format}
      size="small"
      icon={<Download />}
      pending={pending === format}
      onClick={() => pending === null && save(format)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
