"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Denied, makeKeyring } from "@/components/speech/playground/keyring";
import type { Failure } from "@/components/speech/playground/use-runs";
import { useAskBeforeLeaving } from "@/components/ui/fields/ask-unsaved";
import { type EndedRun, fetchEnded, findOwnRun, followRun } from "@/lib/api/client/own-run";
import { type Recognized, type TranscriptionAnswer, transcribe, type Upload } from "@/lib/api/client/transcription";
import { balanceQuery } from "@/lib/money/wallet/queries";
import type { SttResponse } from "@/lib/speech/schema";

/** `base`: the region's URL. Transcripts of a former release have no file's name. */
export type Transcript = {
  base: string;
  fileName?: string;
  modelId?: string;
  fields?: Readonly<Record<string, string>>;
  recognized: Recognized;
};

/** A run as the tab stores it; `trackingId` once the server has the whole file, and goes on without the page. */
export type Running = Omit<Transcript, "recognized"> & {
  id: string;
  modelId: string;
  fileName: string;
  trackingId?: string;
};

type Answer = Exclude<TranscriptionAnswer, { status: "cancelled" }> | Denied;

/** The file is not audio, whatever its name says. */
const noAudio: string[] = ["AUDIO_INVALID", "AUDIO_UNSUPPORTED"];

/** How often the run of a file may be missing, which can have arrived just before its page was left. */
const mostMissing = 5;

/**
 * Runs one upload at a time, or goes on with the one that `kept` has. A canceled run leaves the earlier transcript; a
 * failed one removes it: it is another file's.
 */
export function useTranscription(
  business: string,
  kept: { transcript: Transcript | null; running: Running | null } | undefined,
) {
  const locale = useLocale();
  const queries = useQueryClient();
  const router = useRouter();
  const [keyring] = useState(() => makeKeyring(business));
  const t = useTranslations("playground.transcribe");
  const [made, setMade] = useState<Transcript | null>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [begun, setRunning] = useState<Running | null>();
  const [sent, setSent] = useState(0);
  const running = begun === undefined ? (kept?.running ?? null) : begun;
  const here = useRef<AbortController>(null);
  useEffect(() => {
    here.current = new AbortController();
    return () => here.current?.abort();
  }, []);

  function settle({ id, base, fileName, modelId, fields }: Running, answer: Answer) {
    if (answer.status === "denied") return fail({ message: answer.message });
    if (answer.status === "refused") {
      const { code, requestId, message: inEnglish, messageVi } = answer.problem;
      const message = locale === "vi" ? messageVi : inEnglish;
      const isNoAudio = noAudio.includes(code);
      if (code === "PRICE_CHANGED") router.refresh();
      return fail({
        code,
        requestId,
        message: isNoAudio ? `${t("notAudio", { name: fileName })} ${message}` : message,
      });
    }
    setRunning(null);
    keepFile(id, answer.recognized.response.trackingId);
    setMade({ base, fileName, modelId, fields, recognized: answer.recognized });
    void queries.invalidateQueries(balanceQuery(business));
  }

  function fail(reason: Failure) {
    setRunning(null);
    setMade(null);
    setFailure(reason);
  }

  const follow = (run: Running, missing: number, signal?: AbortSignal) => {
    const onRunning = (trackingId: string) => setRunning({ ...run, trackingId });
    return followRun(business, { service: "stt", ...run }, { mostMissing: missing, signal, onRunning });
  };

  /** Takes the result of a run whose response this page does not get. */
  async function findResult(run: Running) {
    const signal = here.current?.signal;
    const ended = await follow(run, mostMissing, signal);
    if (signal?.aborted) return;
    if (!ended && run.trackingId) return fail({ message: t("lost") });
    if (!ended) {
      // Nothing ran, so the earlier transcript stays.
      setRunning(null);
      return setFailure({ message: t("interrupted") });
    }
    const answer = await keyring.send((secret) => fetchTranscript(run, ended, secret)).catch(() => null);
    if (answer) settle(run, answer);
    else fail({});
  }

  async function attend(run: Running, sending: Sending) {
    const signal = here.current?.signal;
    const answered = new AbortController();
    let isFollowed = false;
    sending.onProgress = (share) => {
      setSent(share);
      // Only the server knows when it has the whole file.
      if (share === 1 && !isFollowed) void follow(run, Number.POSITIVE_INFINITY, answered.signal);
      isFollowed ||= share === 1;
    };
    sending.onProgress(sending.sent);
    const answer = await sending.answer;
    answered.abort();
    if (signal?.aborted) return;
    forgetSending(run.id);
    if (answer === null) await findResult(run);
    else if (answer.status !== "cancelled") settle(run, answer);
    else {
      const found = await findOwnRun(business, { service: "stt", ...run }).catch(() => null);
      if (!found || found.status === "none") setRunning(null);
      else await findResult(run);
    }
  }

  const resume = useEffectEvent(() => {
    if (!kept?.running) return;
    const sending = findSending(kept.running.id);
    void (sending ? attend(kept.running, sending) : findResult(kept.running));
  });
  const isKnown = kept !== undefined;
  useEffect(() => {
    if (isKnown) resume();
  }, [isKnown]);

  function run(order: Omit<Upload, "id">) {
    if (running) return;
    const id = `playground-${crypto.randomUUID()}`;
    const { base, modelId, fields } = order;
    const next = { id, base, modelId, fields, fileName: order.file.name };
    setFailure(null);
    setRunning(next);
    void attend(next, send({ ...order, id }, keyring));
  }

  const isSending = running !== null && !running.trackingId && findSending(running.id) !== undefined;
  const cancel = () => running && findSending(running.id)?.cancel();
  useAskBeforeLeaving({ isNeeded: () => isSending, question: t("leave"), onLeave: cancel });

  return {
    transcript: made === undefined ? (kept?.transcript ?? null) : made,
    failure,
    running,
    sent,
    isSending,
    run,
    sentFile,
    keyring,
    cancel,
  };
}

async function fetchTranscript(run: Running, ended: EndedRun, secret: string): Promise<Answer> {
  const found = await fetchEnded<SttResponse>({ service: "stt", ...run }, ended, { secret, base: run.base });
  if (found.status === "refused") return found;
  const { response, chargeMilli, resultCode, engine } = found;
  return { status: "transcribed", recognized: { response, chargeMilli, resultCode, engine } };
}

/** A request that is being sent. Null for one without a response, whose connection was lost. */
type Sending = {
  answer: Promise<TranscriptionAnswer | Denied | null>;
  /** How much has been sent, from 0 to 1. */
  sent: number;
  /** Set by the page that shows it now. */
  onProgress?: (sent: number) => void;
  cancel: () => void;
};

/** What is being sent, by the run's ID. It belongs to the document: another page of the console, opened meanwhile, ends none. */
const sendings = new Map<string, Sending>();

const findSending = (id: string): Sending | undefined => sendings.get(id);

/** The page that took the response has no more need of it. */
const forgetSending = (id: string): boolean => sendings.delete(id);

function send(upload: Upload, keyring: ReturnType<typeof makeKeyring>): Sending {
  const stop = new AbortController();
  const onProgress = (sent: number) => {
    sending.sent = sent;
    sending.onProgress?.(sent);
  };
  const answer = keyring
    .send((secret) => transcribe(upload, secret, { signal: stop.signal, onProgress }))
    .catch(() => null);
  files.set(upload.id, upload.file);
  const sending: Sending = { answer, sent: 0, cancel: () => stop.abort() };
  sendings.set(upload.id, sending);
  return sending;
}

/** What this document has sent, by the run's ID and then by its result's: to play it without loading it again. */
const files = new Map<string, File>();

function keepFile(id: string, trackingId: string): void {
  const file = files.get(id);
  files.clear();
  if (file) files.set(trackingId, file);
}

const sentFile = ({ recognized }: Transcript): File | null => files.get(recognized.response.trackingId) ?? null;
