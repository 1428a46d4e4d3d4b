import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SharedPage, sharedMetadata } from "@/components/speech/trace/shared-page";
import { Card } from "@/components/ui/text/card";
import { formatSeconds } from "@/lib/platform/i18n/format";
import { getSharedTranscript } from "@/lib/speech/transcripts/edits/share";
import { textOf } from "@/lib/speech/transcripts/edits/text";

export const generateMetadata = sharedMetadata("transcriptEditor");

/** The words of a transcript for people outside its business, without audio, ids, key and price. */
export default async function SharedTranscriptPage({
  params,
  searchParams,
}: PageProps<"/shared/transcript/[trackingId]">) {
  const [{ trackingId }, { link, signature }] = await Promise.all([params, searchParams]);
  const shared = await getSharedTranscript(trackingId, { link: String(link), signature: String(signature) });
  if (!shared) notFound();
  const t = await getTranslations("transcriptEditor");
  const nameOf = (voice: string) =>
    shared.names[voice] ?? t(voice.startsWith("#") ? "channel" : "speaker", { voice: voice.replace("#", "") });
  return (
    <SharedPage of="transcriptEditor" until={shared.until}>
      <Card>
        <div className="grid max-w-text gap-4">
          {shared.paragraphs.map(({ voice, start, lines }) => (
            <div key={lines[0]?.from} className="grid gap-1">
              <p className="flex flex-wrap gap-x-3 text-sm">
                {voice !== null && <span className="font-semibold wrap-anywhere">{nameOf(voice)}</span>}
                <span className="font-mono text-muted">{formatSeconds(start)}</span>
              </p>
              <p lang="vi" className="text-lg wrap-anywhere">
                {lines.map(({ pieces }) => textOf(pieces)).join(" ")}
              </p>
            </div>
          ))}
        </div>
      </Card>
    </SharedPage>
  );
}
