"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import type { Failure } from "./use-speech";

type RunFailureProps = {
  failure: Failure;
  /** What the page still has. */
  kept: string;
};

/** What happened, what was kept, and the request id for support. */
export function RunFailure({ failure: { code, message, requestId }, kept }: RunFailureProps) {
  const t = useTranslations("playground.failure");
  const words = useTranslations("ui");
  // There is no page to top up, so the API's advice to do so would lead nowhere.
  const what = code === "INSUFFICIENT_CREDIT" ? t("noCredit") : (message ?? t("unreachable"));

  return (
    <Notice kind="danger">
      <p className="font-medium wrap-anywhere">{what}</p>
      <p>{kept}</p>
      {requestId && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          {words("requestId")}
          <code className="break-all font-mono">{requestId}</code>
          <CopyButton text={requestId} />
        </p>
      )}
    </Notice>
  );
}
