"use client";

import { FileAudio, Pause, Play, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type ChangeEvent, useEffect, useId, useState, useSyncExternalStore } from "react";
import { RunFailure } from "@/components/speech/playground/bench-parts";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { FieldError } from "@/components/ui/fields/field";
import { Card } from "@/components/ui/text/card";
import { formatBytes } from "@/lib/platform/i18n/format";
import { jobPath } from "@/lib/speech/path";
import {
  continueUpload,
  currentUpload,
  discardUpload,
  forgetUpload,
  isSameFile,
  type LongUpload,
  onUploadChange,
  pauseUpload,
} from "./long-upload";

/** The upload of a long recording: how far it is and how to pause it. Then the page of its job follows. */
export default function LongUploadCard({ business }: { business: string }) {
  const t = useTranslations("playground.transcribe.long");
  const router = useRouter();
  const upload = useSyncExternalStore(
    onUploadChange,
    () => currentUpload(business),
    () => null,
  );
  const jobId = upload?.jobId;
  useEffect(() => {
    if (!jobId) return;
    router.push(jobPath(business, jobId));
    return () => forgetUpload(business);
  }, [jobId, router, business]);
  if (!upload) return null;

  const { status, fileName, failure } = upload;
  return (
    <Card title={t("title")}>
      <div className="grid gap-4">
        <p className="font-medium wrap-anywhere">{fileName}</p>
        <Sent upload={upload} />
        <div role="alert" className="empty:hidden">
          {failure && <RunFailure failure={failure} kept={t("kept")} />}
        </div>
        {status !== "creating" && status !== "created" && (
          <div className="flex flex-wrap items-start gap-2">
            {status === "stopped" && <ChooseAgain business={business} upload={upload} />}
            {status === "sending" && (
              <Button icon={<Pause />} onClick={() => pauseUpload(business)}>
                {t("pause")}
              </Button>
            )}
            {(status === "paused" || status === "waiting" || status === "failed") && (
              <Button variant="primary" icon={<Play />} onClick={() => continueUpload(business)}>
                {t(status === "failed" ? "retry" : "continue")}
              </Button>
            )}
            <Button icon={<X />} onClick={() => discardUpload(business)}>
              {t("discard")}
            </Button>
          </div>
        )}
        <p className="text-muted text-sm">{t(status === "sending" ? "stay" : "hint")}</p>
      </div>
    </Card>
  );
}

function Sent({ upload: { status, sentBytes, sizeBytes, bytesPerSecond } }: { upload: LongUpload }) {
  const t = useTranslations("playground.transcribe.long");
  const locale = useLocale();
  const share = sentBytes / Math.max(1, sizeBytes);
  const secondsLeft = bytesPerSecond ? (sizeBytes - sentBytes) / bytesPerSecond : null;
  const state = t(`statuses.${status}`);
  return (
    <div className="grid gap-1.5">
      <p role="status">{state}</p>
      <ProgressBar label={state} value={status === "creating" ? undefined : share} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm tabular-nums">
        <span>{t("percent", { percent: Math.floor(share * 100) })}</span>
        <span>{t("of", { sent: formatBytes(sentBytes, locale), size: formatBytes(sizeBytes, locale) })}</span>
        {bytesPerSecond !== undefined && (
          <span>{t("rate", { rate: formatBytes(Math.round(bytesPerSecond), locale) })}</span>
        )}
        {secondsLeft !== null && (
          <span>{secondsLeft < 60 ? t("soon") : t("left", { minutes: Math.ceil(secondsLeft / 60) })}</span>
        )}
      </p>
    </div>
  );
}

/** After a reload the browser has the file no more. */
function ChooseAgain({ business, upload }: { business: string; upload: LongUpload }) {
  const t = useTranslations("playground.transcribe.long");
  const [isOther, setOther] = useState(false);
  const id = useId();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    const isSame = isSameFile(upload, file);
    setOther(!isSame);
    if (isSame) continueUpload(business, file);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <label
        htmlFor={id}
        className={`${buttonClass({ variant: "primary" })} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2`}
      >
        <FileAudio aria-hidden />
        {t("choose")}
        <input id={id} type="file" className="sr-only" onChange={choose} />
      </label>
      {isOther && <FieldError id={`${id}-error`}>{t("other", { name: upload.fileName })}</FieldError>}
    </div>
  );
}
