"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { RequestCode } from "@/components/api/code/request-code";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { TtsRequest, VoiceRecord } from "@/lib/speech/schema";
import { OneResult } from "./one-result";
import { PartsResult } from "./parts-result";
import type { Run } from "./runs";
import { VoiceLine } from "./voice-line";
import { VoicesResult } from "./voices-result";

export type ResultActs = {
  voices: readonly VoiceRecord[];
  baseUrl: string;
  business: string;
  /** The request as the page has it now: a result of another one says so. */
  current: TtsRequest;
  onRunAgain: (request: TtsRequest) => void;
  onGoOn: (run: Run) => void;
  onKeepVoice: (voiceId: string) => void;
};

const isSame = (one: TtsRequest, other: TtsRequest) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** One run with everything that belongs to it, and its request as code. */
export function ResultCard({ run, isFresh, ...acts }: ResultActs & { run: Run; isFresh: boolean }) {
  const t = useTranslations("playground");
  const { voices, baseUrl, business, current, onRunAgain, onGoOn, onKeepVoice } = acts;
  const [take] = run.takes;
  if (!take) return null;
  const voice = voices.find(({ voiceId }) => voiceId === take.request.voiceId);
  const isEarlier =
    run.kind === "one" ? !isSame(take.request, current) : run.kind === "voices" && take.request.text !== current.text;

  return (
    <Card
      title={t("result.title")}
      action={
        <span className="flex flex-wrap items-center gap-2">
          {isEarlier && <Badge kind="info">{t("result.earlier")}</Badge>}
          {run.kind !== "voices" && voice && <VoiceLine voice={voice} />}
        </span>
      }
    >
      <div className="grid gap-4">
        {run.kind === "one" && (
          <OneResult take={take} isFresh={isFresh} business={business} onRunAgain={() => onRunAgain(take.request)} />
        )}
        {run.kind === "voices" && <VoicesResult {...{ run, voices, business, onKeepVoice }} />}
        {run.kind === "parts" && <PartsResult run={run} business={business} onGoOn={() => onGoOn(run)} />}
        <div className="grid min-w-0 gap-2">
          <RequestCode request={{ url: `${take.base || baseUrl}/tts`, body: { json: take.request } }} />
          <p className="text-muted text-sm">
            {t.rich("code.key", {
              code: (words) => <code className="font-mono text-ink">{words}</code>,
              link: (words) => <Link href={`/console/${business}/keys` as Route}>{words}</Link>,
            })}
          </p>
        </div>
      </div>
    </Card>
  );
}
