"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import { type Recognized, type TranscriptionAnswer, transcribe, type Upload } from "@/lib/api-client/transcription";
import { balanceQuery } from "@/lib/wallet/queries";
import { type Denied, makeKeyring } from "../keyring";
import type { Failure } from "../use-speech";

/** `base`: the region's URL. */
export type Transcript = { base: string; recognized: Recognized };

/** How much has been sent, from 0 to 1; at 1 the engine works. Null if nothing runs. */
export type Progress = number | null;

/** Runs one upload at a time. Until one has succeeded, `last` is the transcript; a failed or canceled run leaves it. */
export function useTranscription(business: string, last: Transcript | null) {
  const locale = useLocale();
  const queries = useQueryClient();
  const router = useRouter();
  const [keyring] = useState(() => makeKeyring(business));
  const [made, setMade] = useState<Transcript | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [progress, setProgress] = useState<Progress>(null);
  const current = useRef<AbortController>(null);

  function settle(upload: Upload, answer: TranscriptionAnswer | Denied) {
    if (answer.status === "heard") {
      setMade({ base: upload.base, recognized: answer.recognized });
      void queries.invalidateQueries(balanceQuery(business));
    } else if (answer.status === "denied") setFailure({ message: answer.message });
    else if (answer.status === "refused") {
      const { code, requestId, message, messageVi } = answer.problem;
      setFailure({ code, requestId, message: locale === "vi" ? messageVi : message });
      if (code === "PRICE_CHANGED") router.refresh();
    }
  }

  async function run(upload: Upload) {
    if (current.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    current.current = controller;
    setFailure(null);
    setProgress(0);
    await keyring
      .send((secret) => transcribe(upload, secret, { signal, onProgress: setProgress }))
      .then(
        (answer) => settle(upload, answer),
        () => setFailure({}),
      );
    setProgress(null);
    current.current = null;
  }

  return { transcript: made ?? last, failure, progress, run, keyring, cancel: () => current.current?.abort() };
}
