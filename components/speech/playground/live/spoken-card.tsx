"use client";

import { AudioLines, History, Route as TraceIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useEffect, useRef } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { tracePath, transcriptPath } from "@/lib/speech/path";
import type { LiveState } from "./use-live";

type SpokenCardProps = { business: string; state: LiveState; isDemo: boolean };

export function SpokenCard({ business, state, isDemo }: SpokenCardProps) {
  const t = useTranslations("playground.live");
  const words = useTranslations("playground.transcribe");
  const { status, finals, partial, trackingId, chargeVnd } = state;
  const isEmpty = finals.length === 0 && partial === "";
  const isRecorded = status === "ended" && trackingId !== null && chargeVnd !== null;
  return (
    <section aria-label={words("result")} className="min-w-0">
      <Card title={words("result")} action={finals.length > 0 && <CopyButton text={finals.join(" ")} />}>
        <div className="grid gap-4">
          {isEmpty && status === "idle" && (
            <EmptyState Icon={AudioLines} title={words("empty")}>
              {t("emptyHint")}
            </EmptyState>
          )}
          {isEmpty && isRecorded && <Notice>{words("noSpeech")}</Notice>}
          {!(isEmpty && (status === "idle" || status === "ended")) && <Spoken finals={finals} partial={partial} />}
          {isRecorded && (
            <div className="flex flex-wrap gap-2">
              <ButtonLink size="small" icon={<History />} href={transcriptPath(business, trackingId)}>
                {t("history")}
              </ButtonLink>
              <ButtonLink size="small" icon={<TraceIcon />} href={tracePath(business, trackingId)}>
                {words("history")}
              </ButtonLink>
            </div>
          )}
          {isDemo && finals.length > 0 && status === "ended" && <Notice kind="warning">{words("demo.result")}</Notice>}
        </div>
      </Card>
    </section>
  );
}

/** How far from the end one can have scrolled and still follow what is said, in pixels. */
const nearEnd = 48;

/** What is said, the end in sight. Screen readers announce what is final. */
const Spoken = memo(function Spoken({ finals, partial }: Pick<LiveState, "finals" | "partial">) {
  const t = useTranslations("playground.transcribe");
  const frame = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the words
  useEffect(() => {
    if (isFollowing.current && frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [finals, partial]);
  return (
    <div
      ref={frame}
      role="log"
      aria-label={t("result")}
      lang="vi"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[50vh] min-h-16 max-w-text overflow-y-auto text-lg wrap-anywhere"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      {finals.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: finals are only added
        <span key={index}>{text} </span>
      ))}
      <span aria-hidden className="text-muted">
        {partial}
      </span>
    </div>
  );
});
