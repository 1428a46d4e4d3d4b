"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type Recognized, type TranscriptionAnswer, transcribe, type Upload } from "@/lib/api-client/transcription";
import { balanceQuery } from "@/lib/wallet/queries";
import { type Denied, makeKeyring } from "../keyring";
import type { Failure } from "../runs";

/** `base`: the region's URL. Transcripts of a former release have no file's name. */
export type Transcript = { base: string; fileName?: string; modelId?: string; recognized: Recognized };

/** The file is not audio, whatever its name says. */
const noAudio: string[] = ["AUDIO_INVALID", "AUDIO_UNSUPPORTED"];

/** How much has been sent, from 0 to 1; at 1 the engine works. Null if nothing runs. */
export type Progress = number | null;

/** Runs one upload at a time. A canceled run leaves the transcript; a failed one removes it: it is another file's. */
export function useTranscription(business: string, last: Transcript | null) {
  const locale = useLocale();
  const queries = useQueryClient();
  const router = useRouter();
  const [keyring] = useState(() => makeKeyring(business));
  const t = useTranslations("playground.transcribe");
  const [made, setMade] = useState<Transcript | null>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [progress, setProgress] = useState<Progress>(null);
  const current = useRef<AbortController>(null);

  function settle(upload: Upload, answer: TranscriptionAnswer | Denied) {
    if (answer.status === "transcribed") {
      setMade({
        base: upload.base,
        fileName: upload.file.name,
        modelId: upload.modelId,
        recognized: answer.recognized,
      });
      void queries.invalidateQueries(balanceQuery(business));
    } else if (answer.status === "denied") fail({ message: answer.message });
    else if (answer.status === "refused") {
      const { code, requestId, message: inEnglish, messageVi } = answer.problem;
      const message = locale === "vi" ? messageVi : inEnglish;
      const isNoAudio = noAudio.includes(code);
      fail({
        code,
        requestId,
        message: isNoAudio ? `${t("notAudio", { name: upload.file.name })} ${message}` : message,
      });
      if (code === "PRICE_CHANGED") router.refresh();
    }
  }

  function fail(reason: Failure) {
    setMade(null);
    setFailure(reason);
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
        () => fail({}),
      );
    setProgress(null);
    current.current = null;
  }

  return {
    transcript: made === undefined ? last : made,
    failure,
    progress,
    run,
    keyring,
    cancel: () => current.current?.abort(),
  };
}
