"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchEnded, followRun } from "@/lib/api/client/own-run";
import { type Refused, type Speech, type SpeechAnswer, speak } from "@/lib/api/client/speech";
import { balanceQuery } from "@/lib/money/wallet/queries";
import type { TtsRequest, TtsResponse } from "@/lib/speech/schema";
import { type Denied, makeKeyring } from "./keyring";

/** `message` is in the reader's language; without one, there was no response at all. */
export type Failure = { message?: string; code?: string; requestId?: string };

/** One request of a press. Until it has a result it waits, runs or has failed. */
export type Take = {
  /** Its Idempotency-Key: sent again after a reload, it is charged once. */
  id: string;
  request: TtsRequest;
  priceId: string;
  base: string;
  /** The trackingId of its job, once that is known to run. */
  trackingId?: string;
  speech?: Speech;
  failure?: Failure;
};

/** What one press asked for: one request, the same text in several voices, or the parts of a long text. */
export type Run = { id: string; kind: "one" | "voices" | "parts"; startedAt: number; takes: Take[] };

/** How many runs a tab keeps; the history has all. */
const mostKept = 8;

export const isPending = ({ speech, failure }: Take): boolean => !speech && !failure;

export const isRunning = (run: Run | undefined): boolean =>
  run?.takes.some(isPending) === true && !(run.kind === "parts" && run.takes.some(({ failure }) => failure));

/** What is shown as the result: the newest run that has one or will. Later ones that failed leave it. */
export const findShown = (runs: readonly Run[]): Run | undefined =>
  runs.find((run) => isRunning(run) || run.takes.some(({ speech }) => speech));

const withRun = (runs: readonly Run[], run: Run): Run[] => [run, ...runs].slice(0, mostKept);

const withTake = (runs: readonly Run[], runId: string, id: string, change: Partial<Take>): Run[] =>
  runs.map((run) =>
    run.id === runId
      ? { ...run, takes: run.takes.map((take) => (take.id === id ? { ...take, ...change } : take)) }
      : run,
  );

/** Writes runs as text, with amounts as strings, since JSON has no integers of their size. */
export const storeRuns = (runs: readonly Run[]): string =>
  JSON.stringify(runs, (_, value) => (typeof value === "bigint" ? `${value}` : value));

export function restoreRuns(text: string | undefined): Run[] {
  const runs: Run[] = text ? JSON.parse(text) : [];
  for (const take of runs.flatMap((run) => run.takes)) {
    if (take.speech) take.speech = { ...take.speech, chargeMilli: BigInt(take.speech.chargeMilli) };
  }
  return runs;
}

type Order = { request: TtsRequest; priceId: string };

/** The runs of this tab, newest first: those that `kept` has, and goes on with, and those of this page. */
export function useRuns(business: string, base: string, kept: readonly Run[] | undefined) {
  const locale = useLocale();
  const queries = useQueryClient();
  const router = useRouter();
  const [keyring] = useState(() => makeKeyring(business));
  const [made, setMade] = useState<readonly Run[]>();
  const [freshId, setFreshId] = useState<string>();
  const resumed = useRef(false);
  const here = useRef<AbortController>(null);
  useEffect(() => {
    here.current = new AbortController();
    return () => here.current?.abort();
  }, []);
  const runs = made ?? kept ?? [];
  const update = (change: (runs: readonly Run[]) => Run[]) => setMade((now) => change(now ?? kept ?? []));

  function changeOf(answer: SpeechAnswer | Denied): Partial<Take> {
    if (answer.status === "spoken") {
      // The hold is taken before the engine runs, so the balance has already changed.
      void queries.invalidateQueries(balanceQuery(business));
      return { speech: answer.speech };
    }
    if (answer.status === "denied") return { failure: { message: answer.message } };
    const { code, requestId, message, messageVi } = answer.problem;
    // The page then shows the new price.
    if (code === "PRICE_CHANGED") router.refresh();
    return { failure: { code, requestId, message: locale === "vi" ? messageVi : message } };
  }

  /** The response to a request that was sent before, once it has ended; null where there is none. */
  async function follow(runId: string, take: Take): Promise<SpeechAnswer | Denied | null> {
    const { id, trackingId, request, base } = take;
    const known = { service: "tts", id, trackingId } as const;
    const onRunning = (found: string) => update((now) => withTake(now, runId, id, { trackingId: found }));
    const ended = await followRun(business, known, { onRunning, signal: here.current?.signal });
    if (!ended) return null;
    const answer = await keyring.send((secret) => fetchEnded<TtsResponse>(known, ended, { secret, base }));
    if (answer.status !== "done") return answer;
    return { status: "spoken", speech: { request, base, response: answer.response, chargeMilli: answer.chargeMilli } };
  }

  const send = (take: Take) =>
    keyring.send((secret) => speak(take.request, secret, { ...take, idempotencyKey: take.id }));

  async function request(runId: string, take: Take): Promise<SpeechAnswer | Denied | null> {
    const answer = await send(take).catch(() => null);
    if (answer && !isStillRunning(answer)) return answer;
    // It runs already, for another tab with the same run, or its connection was lost.
    const trackingId = answer?.problem.trackingId;
    return (await follow(runId, { ...take, trackingId })) ?? answer;
  }

  async function perform(runId: string, take: Take, wasSent: boolean): Promise<Failure | undefined> {
    const found = wasSent ? await follow(runId, take).catch(() => null) : null;
    // The page has been left: when it is opened again, it goes on from here.
    if (wasSent && here.current?.signal.aborted) return;
    const answer = found ?? (await request(runId, take).catch(() => null));
    const change = answer ? changeOf(answer) : { failure: {} };
    update((now) => withTake(now, runId, take.id, change));
    return change.failure;
  }

  /** Voices at the same time; parts one after another, until one fails. */
  async function carryOut(run: Run, wasSent = false): Promise<void> {
    const takes = run.takes.filter(isPending);
    if (run.kind !== "parts") await Promise.all(takes.map((take) => perform(run.id, take, wasSent)));
    else for (const take of takes) if (await perform(run.id, take, wasSent)) return;
  }

  const resume = useEffectEvent(() => {
    for (const run of kept ?? []) if (isRunning(run)) void carryOut(run, true);
  });
  const isKnown = kept !== undefined;
  useEffect(() => {
    if (!isKnown || resumed.current) return;
    resumed.current = true;
    resume();
  }, [isKnown]);

  function start(kind: Run["kind"], orders: readonly Order[]) {
    if (isRunning(runs[0])) return;
    const takes = orders.map((order) => ({ id: newKey(), base, ...order }));
    const run: Run = { id: newKey(), kind, startedAt: Date.now(), takes };
    setFreshId(run.id);
    update((now) => withRun(now, run));
    void carryOut(run);
  }

  /** Parts that a failure left out. One without a response may have been charged: it keeps its key. */
  function goOn(run: Run) {
    const takes = run.takes.map(({ failure, ...take }) => (failure?.code ? { ...take, id: newKey() } : take));
    const again = { ...run, takes };
    update((now) => now.map((each) => (each.id === run.id ? again : each)));
    void carryOut(again, true);
  }

  return { runs, keyring, start, goOn, freshId };
}

const newKey = (): string => `playground-${crypto.randomUUID()}`;

const isStillRunning = (answer: SpeechAnswer | Denied): answer is Refused =>
  answer.status === "refused" && answer.problem.code === "IDEMPOTENCY_RUNNING";
