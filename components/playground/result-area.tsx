"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { Catalogue } from "./draft";
import { ResultCard } from "./result-card";
import { RunFailure } from "./run-failure";
import type { useSpeech } from "./use-speech";

type ResultAreaProps = ReturnType<typeof useSpeech> & { catalogue: Catalogue; baseUrl: string; business: string };

/** What came out of the last run, or why nothing did; the sound before it stays until there is a new one. */
export function ResultArea({ speech, failure, running, run, catalogue, ...place }: ResultAreaProps) {
  const t = useTranslations("playground.result");
  const here = useRef<HTMLElement>(null);
  const request = running ?? speech?.request;

  useEffect(() => {
    // On a phone the result is below the fold.
    if (running || failure) here.current?.scrollIntoView({ block: "nearest" });
  }, [running, failure]);

  return (
    <section ref={here} aria-label={t("title")} aria-busy={running !== null} className="grid min-w-0 scroll-m-4 gap-4">
      <p role="status" className="sr-only">
        {running ? t("running") : speech && !failure ? t("done") : ""}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <RunFailure failure={failure} />}
      </div>
      {request ? (
        <ResultCard
          {...place}
          request={request}
          speech={running ? null : speech}
          voice={catalogue.voices.find(({ voiceId }) => voiceId === request.voiceId)}
          onRunAgain={() => run(request)}
        />
      ) : (
        <div className="max-lg:hidden">
          <Card>
            <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
          </Card>
        </div>
      )}
    </section>
  );
}
