"use client";

import { useLocale } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "@/components/speech/playground/failure";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import type { Failure } from "@/components/speech/playground/use-runs";
import { uploadWhole } from "@/lib/api/client/jobs";

/** An e-book that is uploaded, or on its way. */
export type BookFile = { name: string; size: number; uploadId?: string };

/** Uploads one e-book at a time. */
export function useBookUpload(keyring: ReturnType<typeof makeKeyring>, onFile: (file: BookFile | null) => void) {
  const locale = useLocale();
  const [failure, setFailure] = useState<Failure | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function upload(file: File): Promise<void> {
    sending.current?.abort();
    const mine = new AbortController();
    sending.current = mine;
    setFailure(null);
    const book = { name: file.name, size: file.size };
    onFile(book);
    const answer = await keyring.send((secret) => uploadWhole(file, secret, mine.signal)).catch(() => null);
    if (mine.signal.aborted) return;
    if (answer?.status === "uploaded") return onFile({ ...book, uploadId: answer.uploadId });
    onFile(null);
    setFailure(answer ? failureOf(answer, locale) : {});
  }

  return {
    failure,
    upload,
    cancel: () => {
      sending.current?.abort();
      setFailure(null);
      onFile(null);
    },
  };
}
