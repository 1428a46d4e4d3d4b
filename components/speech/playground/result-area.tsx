"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Card } from "@/components/ui/text/card";
import type { TtsRequest } from "@/lib/speech/schema";
import { RecentRuns } from "./recent-runs";
import { type ResultActs, ResultCard } from "./result-card";
import { RunFailure } from "./run-failure";
import { findShown, isRunning, type Run } from "./runs";

type ResultAreaProps = ResultActs & {
  runs: readonly Run[];
  /** The run that this page started last: it plays by itself. */
  freshId: string | undefined;
  onReuse: (request: TtsRequest) => void;
};

/** The height of a result's header and waveform. */
const headPx = 240;

/** The result of the last run, or its error; earlier audio stays until there is a new one. Below it, earlier runs. */
export function ResultArea({ runs, freshId, onReuse, ...acts }: ResultAreaProps) {
  const t = useTranslations("playground.result");
  const words = useTranslations("playground.failure");
  const here = useRef<HTMLElement>(null);
  const [newest] = runs;
  const shown = findShown(runs);
  const isBusy = isRunning(newest);
  // Of several voices each has its own place for an error.
  const failure =
    newest && (newest.kind !== "voices" || newest !== shown)
      ? newest.takes.find((take) => take.failure)?.failure
      : undefined;

  useEffect(() => {
    if (!here.current || !newest || newest.id !== freshId || !(isBusy || failure)) return;
    const { top } = here.current.getBoundingClientRect();
    if (top < 0 || top + headPx > innerHeight) here.current.scrollIntoView();
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
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
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
