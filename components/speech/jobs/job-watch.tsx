"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { toast } from "@/components/ui/feedback/toast";
import { isUnfinished, type JobProgress, jobQuery, missingJob } from "@/lib/speech/jobs/queries";
import { jobPath } from "@/lib/speech/path";
import { unwatchJob } from "./watched";

/** Often enough for a message about a job of minutes; a page in the background asks, too. */
const everyMs = 10_000;

type JobWatchProps = { business: string; jobIds: readonly string[] };

/** Waits for jobs, and says on the page and, where that is allowed, on the desktop when one has ended or is paused. */
export default function JobWatch({ business, jobIds }: JobWatchProps) {
  const t = useTranslations("shell.jobs");
  const queries = useQueryClient();
  const found = useQueries({
    queries: jobIds.map((jobId) => ({
      ...jobQuery(business, jobId),
      refetchInterval: everyMs,
      refetchIntervalInBackground: true,
      retry: false,
    })),
  });
  const known = useRef(new Map<string, string>());
  const say = useEffectEvent(({ jobId, status, name, kind }: JobProgress) => {
    const words = t(status as "succeeded", { name: name ?? t(`kinds.${kind}`) });
    const path = jobPath(business, jobId);
    // The page of the job says it itself.
    if (location.pathname !== path) toast(words, status === "succeeded" ? "success" : "danger", path);
    notify(words, path);
    void queries.invalidateQueries({ queryKey: ["unfinished-jobs", business] });
  });

  const states = found.map(({ data, error }, index) => `${jobIds[index]} ${error?.message ?? data?.status}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states are those of what was found
  useEffect(() => {
    for (const [index, { data, error }] of found.entries()) {
      const jobId = jobIds[index] ?? "";
      // Of another session, or seen to its end.
      const isGone = error?.message === missingJob;
      if (isGone || (data && !isUnfinished(data))) unwatchJob(business, jobId);
      const before = known.current.get(jobId);
      if (!data || before === data.status) continue;
      known.current.set(jobId, data.status);
      const hasEnded = data.status === "succeeded" || data.status === "failed";
      // Each page that is loaded while a job is paused would say so again.
      if (hasEnded || (before && data.status === "paused")) say(data);
    }
  }, [states]);
  return null;
}

function notify(words: string, path: string): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    // Several tabs say it once.
    const shown = new Notification("Vang", { body: words, tag: path });
    shown.onclick = () => {
      window.focus();
      location.assign(path);
    };
  } catch {
    // Some phones allow this to service workers only.
  }
}
