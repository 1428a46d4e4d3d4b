"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import { failureOf } from "@/components/speech/playground/failure";
import { makeKeyring } from "@/components/speech/playground/keyring";
import { useSettled } from "@/components/speech/playground/use-reading-preview";
import type { Failure } from "@/components/speech/playground/use-runs";
import { createJob, type JobOrder } from "@/lib/api/client/jobs";
import { minutes } from "@/lib/platform/clock";
import { idle } from "@/lib/platform/form";
import { previewBookAction } from "@/lib/speech/jobs/actions";
import { jobPath } from "@/lib/speech/path";

const previews = "book-preview";

/** An order's chapters and price as the server finds them, or why it could not be carried out. */
async function previewOrder(business: string, order: JobOrder) {
  const form = new FormData();
  form.set("business", business);
  form.set("request", JSON.stringify(order));
  const state = await previewBookAction(idle, form);
  if (state.status === "done") return { preview: state.data };
  return { message: state.status === "refused" ? state.message : "" };
}

/** The preview of the order that is wanted now; `isCurrent` once it is no longer that of an earlier one. */
export function useOrderPreview(business: string, order: JobOrder | null) {
  const wanted = order && JSON.stringify(order);
  const settled = useSettled(wanted ?? "", typingPauseMs);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [previews, business, settled],
    queryFn: () => previewOrder(business, JSON.parse(settled)),
    enabled: settled !== "" && settled === wanted,
    placeholderData: (before) => before,
    staleTime: minutes(1),
    gcTime: minutes(1),
    retry: false,
  });
  const isCurrent = wanted !== null && wanted === settled && !isPlaceholderData && data !== undefined;
  return { data: wanted === null ? undefined : data, isError, isCurrent, retry: () => void refetch() };
}

const typingPauseMs = 800;

/** Sends an order once, and opens the page of its job. */
export function useOrdering(business: string) {
  const locale = useLocale();
  const router = useRouter();
  const queries = useQueryClient();
  const [keyring] = useState(() => makeKeyring(business));
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Of an order without a response, which is the same job when it is sent again. */
  const lost = useRef<{ body: string; key: string }>(null);

  /** Whether the job was created. */
  async function order(wanted: JobOrder, priceId: string): Promise<boolean> {
    if (isSending) return false;
    setSending(true);
    setFailure(null);
    const body = JSON.stringify(wanted);
    const key = lost.current?.body === body ? lost.current.key : `playground-${crypto.randomUUID()}`;
    lost.current = { body, key };
    const answer = await keyring
      .send((secret) => createJob(wanted, secret, { priceId, idempotencyKey: key }))
      .catch(() => null);
    if (answer?.status === "created") {
      router.push(jobPath(business, answer.jobId));
      return true;
    }
    setSending(false);
    if (answer) lost.current = null;
    const reason = answer ? failureOf(answer, locale) : {};
    if (reason.code === "PRICE_CHANGED") void queries.invalidateQueries({ queryKey: [previews, business] });
    setFailure(reason);
    return false;
  }

  return { keyring, isSending, failure, order };
}
