"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import { type Speech, type SpeechAnswer, speak } from "@/lib/api-client/speech";
import type { TtsRequest } from "@/lib/speech/schema";
import { balanceQuery } from "@/lib/wallet/queries";
import { type Denied, makeKeyring } from "./keyring";

/** `message` is in the reader's language; without one, there was no response at all. */
export type Failure = { message?: string; code?: string; requestId?: string };

/** Runs one request at a time. Until one has succeeded, `last` is the result; a failed run leaves it. */
export function useSpeech(business: string, base: string, last: Speech | null) {
  const locale = useLocale();
  const queries = useQueryClient();
  const router = useRouter();
  const [keyring] = useState(() => makeKeyring(business));
  const [made, setMade] = useState<Speech | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [running, setRunning] = useState<TtsRequest | null>(null);
  const isBusy = useRef(false);

  function settle(answer: SpeechAnswer | Denied) {
    if (answer.status === "spoken") {
      setMade(answer.speech);
      // The hold is taken before the engine runs, so the balance has already changed.
      void queries.invalidateQueries(balanceQuery(business));
    } else if (answer.status === "denied") setFailure({ message: answer.message });
    else {
      const { code, requestId, message, messageVi } = answer.problem;
      setFailure({ code, requestId, message: locale === "vi" ? messageVi : message });
      // The page then shows the new price.
      if (code === "PRICE_CHANGED") router.refresh();
    }
  }

  async function run(request: TtsRequest, priceId: string) {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning(request);
    setFailure(null);
    await keyring.send((secret) => speak(request, secret, { base, priceId })).then(settle, () => setFailure({}));
    setRunning(null);
    isBusy.current = false;
  }

  // A result of an earlier visit does not play by itself.
  return { speech: made ?? last, failure, running, run, keyring, isFresh: !failure && made !== null };
}
