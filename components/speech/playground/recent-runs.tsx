"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { soundOf } from "@/lib/api/client/speech";
import type { TtsRequest, VoiceRecord } from "@/lib/speech/schema";
import { tracePath } from "@/lib/speech/trace/path";
import { PreviewButton } from "./preview-button";
import type { Run } from "./runs";

type RecentRunsProps = {
  runs: readonly Run[];
  voices: readonly VoiceRecord[];
  business: string;
  onReuse: (request: TtsRequest) => void;
};

export function RecentRuns({ runs, voices, business, onReuse }: RecentRunsProps) {
  const t = useTranslations("playground.recent");
  const takes = runs.flatMap((run) => run.takes.filter(({ speech }) => speech)).slice(0, 12);
  if (takes.length === 0) return null;
  return (
    <Card title={t("title")} padded={false}>
      <ul>
        {takes.map(({ id, request, speech }) => {
          const name = voices.find(({ voiceId }) => voiceId === request.voiceId)?.name ?? request.voiceId;
          return (
            <li
              key={id}
              className="flex min-h-11 min-w-0 items-center gap-2 border-line border-b px-2 last:border-b-0 hover:bg-hover"
            >
              {speech && <PreviewButton name={name} url={soundOf(speech.response.audioUrl, speech.base)} />}
              {speech && (
                <Link
                  href={tracePath(business, speech.response.trackingId)}
                  className="flex min-w-0 flex-1 items-center gap-3 rounded-small"
                >
                  <span className="w-20 shrink-0 truncate font-medium">{name}</span>
                  <span lang="vi" className="min-w-0 flex-1 truncate text-muted">
                    {request.text}
                  </span>
                  <span className="shrink-0 text-muted text-sm tabular-nums">
                    <Money amountMilli={speech.chargeMilli} />
                  </span>
                </Link>
              )}
              <IconButton label={t("reuse")} icon={<RotateCcw strokeWidth={1.5} />} onClick={() => onReuse(request)} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
