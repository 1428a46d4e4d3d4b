"use client";

import dynamic from "next/dynamic";
import { useMemo, useSyncExternalStore } from "react";
import { onWatched, watchedJobs } from "./watched";

const JobWatch = dynamic(() => import("./job-watch"), { ssr: false });

/** In the console's frame. Nothing is loaded or requested unless this browser waits for a job. */
export function LazyWatch({ business }: { business: string }) {
  const text = useSyncExternalStore(
    onWatched,
    () => watchedJobs(business).join(" "),
    () => "",
  );
  const jobIds = useMemo(() => text.split(" ").filter(Boolean), [text]);
  return jobIds.length > 0 && <JobWatch business={business} jobIds={jobIds} />;
}
