"use client";

import { clsx } from "clsx";
import { AudioLines, RotateCcw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { soundOf } from "@/lib/api/client/speech";
import { tracePath } from "@/lib/speech/path";
import type { TtsRequest, VoiceRecord } from "@/lib/speech/schema";
import { RunFailure } from "./bench-parts";
import { PreviewButton } from "./preview-button";
import type { ResultActs } from "./result-card";
import { findShown, isRunning, type Run } from "./use-runs";

// Needed after the first press, and loaded once the page is there: the playground is the page with the most scripts.
const loadCard = () => import("./result-card");
const ResultCard = dynamic(() => loadCard().then((module) => module.ResultCard), { loading: () => <CardPlace /> });

function CardPlace() {
  return (
    <Card>
      <div className="min-h-56" />
    </Card>
  );
}

type ResultAreaProps = ResultActs & {
  runs: readonly Run[];
  /** The run that this page started last: it plays by itself. */
  freshId: string | undefined;
  onReuse: (request: TtsRequest) => void;
};

/** The height of a result's header and waveform. */
const headPx = 150;

/** The result of the last run, or its error; earlier audio stays until there is a new one. Below it, earlier runs. */
export function ResultArea({ runs, freshId, onReuse, ...acts }: ResultAreaProps) {
  const t = useTranslations("playground.result");
  const words = useTranslations("playground.failure");
  const here = useRef<HTMLElement>(null);
  const [newest] = runs;
  const shown = findShown(runs);
  const isBusy = isRunning(newest);
  // Where several voices read, each has its own place for an error.
  const failure =
    newest && (newest.kind !== "voices" || newest !== shown)
      ? newest.takes.find((take) => take.failure)?.failure
      : undefined;

  useEffect(() => {
    // Without a connection it is tried again when it is needed.
    loadCard().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!here.current || !newest || newest.id !== freshId || !(isBusy || failure)) return;
    const { top } = here.current.getBoundingClientRect();
    // No further than needed: the words above it are lit while they are spoken.
    if (top < 0) here.current.scrollIntoView();
    else if (top + headPx > innerHeight) scrollBy(0, top + headPx - innerHeight);
  }, [newest, freshId, isBusy, failure]);

  return (
    <section
      ref={here}
      aria-label={t("title")}
      aria-busy={isBusy}
      // Before the first run its placeholder is hidden on a phone.
      className={clsx("grid min-w-0 scroll-mt-18 gap-4", !shown && !failure && "max-xl:sr-only")}
    >
      <p role="status" className="sr-only">
        {isBusy ? t("running") : shown && !failure ? t("done") : ""}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <RunFailure failure={failure} kept={words("kept")} />}
      </div>
      {shown ? (
        <ResultCard run={shown} isFresh={shown.id === freshId && !failure} {...acts} />
      ) : (
        <Card>
          <EmptyState Icon={AudioLines} title={t("empty")}>
            {t("emptyHint")}
          </EmptyState>
        </Card>
      )}
      <RecentRuns
        runs={runs.filter((run) => run !== shown)}
        voices={acts.voices}
        business={acts.business}
        onReuse={onReuse}
      />
    </section>
  );
}

type RecentRunsProps = {
  runs: readonly Run[];
  voices: readonly VoiceRecord[];
  business: string;
  onReuse: (request: TtsRequest) => void;
};

function RecentRuns({ runs, voices, business, onReuse }: RecentRunsProps) {
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
