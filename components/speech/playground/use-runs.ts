"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LiveSound } from "@/components/ui/sound/live-sound";
import { fetchEnded, followRun, giveUpOwnRun } from "@/lib/api/client/own-run";
import { type Refused, type Speech, type SpeechAnswer, streamSpeech } from "@/lib/api/client/speech";
import { balanceQuery } from "@/lib/money/wallet/queries";
import { wordsPerSecond } from "@/lib/speech/choices";
import type { TtsRequest, TtsResponse } from "@/lib/speech/schema";
import type { WordTime } from "@/lib/speech/spoken-words";
import { failureOf } from "./failure";
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
  /** When its words are spoken, as far as they are known. */
  times?: readonly WordTime[];
  /** About how many words will be spoken. */
  words: number;
};

/** What one press asked for: one request, the same text in several voices, or the parts of a long text. */
export type Run = {
  id: string;
  kind: "one" | "voices" | "parts";
  startedAt: number;
  takes: Take[];
  /** What all of it costs, in thousandths of a đồng. */
  mostMilli: string;
  /** Stopped by its user: parts that were not begun are left. */
  isStopped?: boolean;
};

/** How many runs a tab keeps; the history has all. */
const mostKept = 8;

export const isPending = ({ speech, failure }: Take): boolean => !speech && !failure;

export const isRunning = (run: Run | undefined): boolean =>
  run?.takes.some(isPending) === true &&
  !(run.kind === "parts" && (run.isStopped || run.takes.some(({ failure }) => failure)));

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

/**
 * Writes runs as text, with amounts as strings, since JSON has no integers of their size, and with the times of words of
 * the newest only: a page of text has a thousand.
 */
export const storeRuns = ([newest, ...others]: readonly Run[]): string =>
  JSON.stringify(
    newest ? [newest, ...others.map((run) => ({ ...run, takes: run.takes.map(({ times, ...take }) => take) }))] : [],
    (_, value) => (typeof value === "bigint" ? `${value}` : value),
  );

export function restoreRuns(text: string | undefined): Run[] {
  const runs: Run[] = text ? JSON.parse(text) : [];
  for (const take of runs.flatMap((run) => run.takes)) {
    if (take.speech) take.speech = { ...take.speech, chargeMilli: BigInt(take.speech.chargeMilli) };
  }
  return runs;
}

type Order = Pick<Take, "request" | "priceId" | "words">;

/** How much of a run is made, from 0 to 1, by its words. */
export function madeOf({ takes }: Run): number {
  const all = takes.reduce((sum, { words }) => sum + words, 0);
  const made = takes.reduce(
    (sum, { speech, times = [], words }) => sum + (speech ? words : Math.min(words, countIn(times))),
    0,
  );
  return all === 0 ? 1 : made / all;
}

/** An engine may name a sentence at a time. */
const countIn = (times: readonly WordTime[]): number =>
  times.reduce((sum, { word }) => sum + word.split(/\s+/).length, 0);

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
  /** The sound of runs that this page has started, how each request ends early, and the runs that were stopped. */
  const lives = useRef(new Map<string, LiveSound>());
  const stops = useRef(new Map<string, AbortController>());
  const stopped = useRef(new Set<string>());
  useEffect(() => {
    here.current = new AbortController();
    const sounds = lives.current;
    return () => {
      here.current?.abort();
      for (const sound of sounds.values()) sound.close();
      sounds.clear();
    };
  }, []);
  const runs = made ?? kept ?? [];
  const update = (change: (runs: readonly Run[]) => Run[]) => setMade((now) => change(now ?? kept ?? []));

  function changeOf(answer: SpeechAnswer | Denied): Partial<Take> {
    if (answer.status === "spoken") {
      // The hold is taken before the engine runs, so the balance has already changed.
      void queries.invalidateQueries(balanceQuery(business));
      return { speech: answer.speech };
    }
    const failure = failureOf(answer, locale);
    // The page then shows the new price.
    if (failure.code === "PRICE_CHANGED") router.refresh();
    return { failure };
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

  async function send(run: Run, take: Take): Promise<SpeechAnswer | Denied | null> {
    const stop = new AbortController();
    stops.current.set(take.id, stop);
    const file = lives.current.get(soundIdOf(run, take))?.add();
    let { trackingId } = take;
    const times: WordTime[] = [];
    const show = (change: Partial<Take>) => update((now) => withTake(now, run.id, take.id, change));
    const parts = {
      onBegin: (id: string) => {
        trackingId = id;
        show({ trackingId: id, times });
      },
      onAudio: (bytes: Uint8Array) => file?.push(bytes),
      // Those who follow the sound read the list as it grows: a page of text has a thousand words.
      onWord: (time: WordTime) => times.push(time),
    };
    const sending = { base: take.base, priceId: take.priceId, idempotencyKey: take.id, signal: stop.signal };
    const answer = await keyring.send((secret) => streamSpeech(take.request, secret, sending, parts)).catch(() => null);
    file?.end();
    stops.current.delete(take.id);
    if (answer && !isStillRunning(answer)) return answer;
    // It runs already, for another tab with the same run, its connection was lost, or it was stopped.
    const known = answer?.problem.trackingId ?? trackingId;
    return (await follow(run.id, { ...take, trackingId: known })) ?? answer;
  }

  async function perform(run: Run, take: Take, wasSent: boolean): Promise<Failure | undefined> {
    const found = wasSent ? await follow(run.id, take).catch(() => null) : null;
    // The page has been left: when it is opened again, it goes on from here.
    if (wasSent && here.current?.signal.aborted) return;
    const answer = found ?? (await send(run, take).catch(() => null));
    const change = answer ? changeOf(answer) : { failure: {} };
    // What was played of a failed request has no result; the parts before one can be played on.
    if (change.failure && run.kind !== "parts") lives.current.get(take.id)?.close();
    update((now) => withTake(now, run.id, take.id, change));
    return change.failure;
  }

  /** Voices at the same time; parts one after another, until one fails. */
  async function carryOut(run: Run, wasSent = false): Promise<void> {
    const takes = run.takes.filter(isPending);
    if (run.kind !== "parts") {
      await Promise.all(takes.map((take) => perform(run, take, wasSent).then(() => lives.current.get(take.id)?.end())));
      return;
    }
    for (const take of takes) {
      if (stopped.current.has(run.id) || (await perform(run, take, wasSent))) break;
    }
    lives.current.get(run.id)?.end();
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

  function start(kind: Run["kind"], orders: readonly Order[], mostMilli: bigint) {
    if (isRunning(runs[0])) return;
    const takes = orders.map((order) => ({ id: newKey(), base, ...order }));
    const run: Run = { id: newKey(), kind, startedAt: Date.now(), takes, mostMilli: `${mostMilli}` };
    openSounds(run);
    setFreshId(run.id);
    update((now) => withRun(now, run));
    void carryOut(run);
  }

  /** One sound for a run, or for each voice; of several voices none plays by itself. */
  function openSounds(run: Run) {
    for (const sound of lives.current.values()) sound.close();
    lives.current.clear();
    for (const take of run.takes.filter(isPending)) {
      const id = soundIdOf(run, take);
      const sound = lives.current.get(id) ?? new LiveSound();
      sound.expectedSeconds += take.words / wordsPerSecond;
      if (run.kind === "voices") sound.pause();
      lives.current.set(id, sound);
    }
  }

  /** What was made by then is charged and kept. */
  async function stop(run: Run) {
    stopped.current.add(run.id);
    update((now) => now.map((each) => (each.id === run.id ? { ...each, isStopped: true } : each)));
    for (const take of run.takes) lives.current.get(soundIdOf(run, take))?.pause();
    const running = run.takes.filter(({ id }) => stops.current.has(id));
    // First the console, so that the engine stops when the connection is closed.
    await Promise.allSettled(running.map(({ id }) => giveUpOwnRun(business, id)));
    for (const { id } of running) stops.current.get(id)?.abort();
  }

  /** Parts that a failure left out. One without a response may have been charged: it keeps its key. */
  function goOn(run: Run) {
    const takes = run.takes.map(({ failure, ...take }) => (failure?.code ? { ...take, id: newKey() } : take));
    const again = { ...run, takes, isStopped: false };
    stopped.current.delete(run.id);
    openSounds(again);
    setFreshId(run.id);
    update((now) => now.map((each) => (each.id === run.id ? again : each)));
    void carryOut(again, true);
  }

  const soundOf = (run: Run, take: Take) => lives.current.get(soundIdOf(run, take));
  return { runs, keyring, start, stop, goOn, freshId, soundOf };
}

/** The parts of a text are one sound. */
const soundIdOf = (run: Run, take: Take): string => (run.kind === "parts" ? run.id : take.id);

const newKey = (): string => `playground-${crypto.randomUUID()}`;

const isStillRunning = (answer: SpeechAnswer | Denied): answer is Refused =>
  answer.status === "refused" && answer.problem.code === "IDEMPOTENCY_RUNNING";
