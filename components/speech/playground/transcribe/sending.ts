import type { Denied, makeKeyring } from "@/components/speech/playground/keyring";
import { type TranscriptionAnswer, transcribe, type Upload } from "@/lib/api/client/transcription";

/** A request that is being sent. Null for one without a response, whose connection was lost. */
export type Sending = {
  answer: Promise<TranscriptionAnswer | Denied | null>;
  /** How much has been sent, from 0 to 1. */
  sent: number;
  /** Of the page that shows it now. */
  onProgress?: (sent: number) => void;
  cancel: () => void;
};

/** By the run's ID. They belong to the document: another page of the console, opened meanwhile, ends none. */
const sendings = new Map<string, Sending>();

export const findSending = (id: string): Sending | undefined => sendings.get(id);

/** The page that took the response has no more need of it. */
export const forgetSending = (id: string): boolean => sendings.delete(id);

export function send(upload: Upload, keyring: ReturnType<typeof makeKeyring>): Sending {
  const stop = new AbortController();
  const onProgress = (sent: number) => {
    sending.sent = sent;
    sending.onProgress?.(sent);
  };
  const answer = keyring
    .send((secret) => transcribe(upload, secret, { signal: stop.signal, onProgress }))
    .catch(() => null);
  const sending: Sending = { answer, sent: 0, cancel: () => stop.abort() };
  sendings.set(upload.id, sending);
  return sending;
}
