"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Card } from "@/components/ui/text/card";
import type { TtsRequest } from "@/lib/speech/schema";
import type { Catalogue } from "./draft";
import { ResultCard } from "./result-card";
import { RunFailure } from "./run-failure";
import type { useSpeech } from "./use-speech";

type ResultAreaProps = Omit<ReturnType<typeof useSpeech>, "keyring" | "run"> & {
  run: (request: TtsRequest) => Promise<void>;
  catalogue: Catalogue;
  baseUrl: string;
  business: string;
};

/** The height of a result's header and waveform. */
const headPx = 240;

/** The result of the last run, or its error; earlier audio stays until there is a new one. */
export function ResultArea({ speech, failure, running, run, isFresh, catalogue, ...place }: ResultAreaProps) {
  const t = useTranslations("playground.result");
  const words = useTranslations("playground.failure");
  const here = useRef<HTMLElement>(null);
  const request = running ?? speech?.request;

  useEffect(() => {
    if (!here.current || !(running || failure)) return;
    const { top } = here.current.getBoundingClientRect();
    if (top < 0 || top + headPx > innerHeight) here.current.scrollIntoView();
  }, [running, failure]);

  return (
    <section
      ref={here}
      aria-label={t("title")}
      aria-busy={running !== null}
      // Before the first run its placeholder is hidden on a phone.
      className={clsx("grid min-w-0 scroll-mt-18 gap-4", !request && !failure && "max-xl:sr-only")}
    >
      <p role="status" className="sr-only">
        {running ? t("running") : speech && !failure ? t("done") : ""}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <RunFailure failure={failure} kept={words("kept")} />}
      </div>
      {request ? (
        <ResultCard
          {...place}
          request={request}
          speech={running ? null : speech}
          isFresh={isFresh}
          voice={catalogue.voices.find(({ voiceId }) => voiceId === request.voiceId)}
          onRunAgain={() => run(request)}
        />
      ) : (
        <Card>
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
        </Card>
      )}
    </section>
  );
}
