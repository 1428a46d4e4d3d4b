"use client";

import { Mic, RefreshCw, Square } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { Fact, RunFailure } from "@/components/speech/playground/bench-parts";
import { useRunShortcut } from "@/components/speech/playground/use-bench";
import type { Failure } from "@/components/speech/playground/use-runs";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { Wave } from "@/components/ui/sound/wave";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import { formatNumber, formatSeconds } from "@/lib/platform/i18n/format";
import { type End, longestMinutes } from "./session";
import { type LiveState, shownLevels } from "./use-live";

type MicrophoneCardProps = {
  business: string;
  /** Of a second. */
  priceVnd: number;
  state: LiveState;
  onStart: () => void;
  onReconnect: () => void;
  onStop: () => void;
};

export function MicrophoneCard({ business, priceVnd, state, onStart, onReconnect, onStop }: MicrophoneCardProps) {
  const t = useTranslations("playground.live");
  const { status, finals, levels, end, warning } = state;
  const isOn = status === "opening" || status === "live" || status === "ending";
  useRunShortcut(() => {
    if (!isOn) onStart();
    else if (status === "live") onStop();
  });
  // The newest moment is on the right from the beginning.
  const bars = [...Array<number>(shownLevels - levels.length).fill(0), ...levels];
  return (
    <Card>
      <div className="grid gap-4">
        <h2 className="font-semibold">{t("microphone")}</h2>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="flex min-w-0 items-center gap-3">
            <span className="relative">
              <Wave bars={bars} className="h-10" />
              {status === "live" && (
                <meter aria-label={t("level")} className="sr-only" min={0} max={1} value={levels.at(-1) ?? 0} />
              )}
            </span>
            <p role="status" className="text-muted text-sm">
              {isOn && t(`statuses.${status}`)}
            </p>
          </div>
          <div className="flex items-center gap-3 max-sm:grid max-sm:w-full">
            <ShortcutHint letter="Enter" />
            {isOn ? (
              <Button variant="danger" icon={<Square />} disabled={status !== "live"} onClick={onStop}>
                {t("stop")}
              </Button>
            ) : (
              <Button variant="primary" icon={<Mic />} onClick={onStart}>
                {t("start")}
              </Button>
            )}
          </div>
        </div>
        {status === "idle" ? (
          <p className="text-muted text-sm">{t("longest", { minutes: longestMinutes })}</p>
        ) : (
          <Figures state={state} priceVnd={priceVnd} />
        )}
        <div role="alert" className="grid gap-3 empty:hidden">
          {warning && <Warning business={business} warning={warning} />}
          {end && <Ended end={end} kept={finals.length > 0 ? t("kept") : ""} onReconnect={onReconnect} />}
        </div>
      </div>
    </Card>
  );
}

/** What has been used so far, or in all. */
function Figures({ state, priceVnd }: { state: LiveState; priceVnd: number }) {
  const t = useTranslations("playground.live");
  const words = useTranslations("playground.result");
  const locale = useLocale();
  const { seconds, latencyMs, chargeVnd } = state;
  const spent = Math.round((chargeVnd ?? Math.ceil(seconds) * priceVnd) * 1000);
  return (
    <dl className="grid grid-cols-3 gap-x-4 gap-y-3">
      <Fact label={words("duration")}>{formatSeconds(seconds)}</Fact>
      <Fact label={chargeVnd === null ? t("soFar") : words("charge")}>
        <Money amountMilli={BigInt(spent)} />
      </Fact>
      <Fact label={t("latency")}>
        {latencyMs !== null && words("seconds", { seconds: formatNumber(Math.round(latencyMs / 100) / 10, locale, 1) })}
      </Fact>
    </dl>
  );
}

function Warning({ business, warning }: { business: string; warning: NonNullable<LiveState["warning"]> }) {
  const t = useTranslations("playground");
  const locale = useLocale();
  const { code, message, messageVi } = warning;
  return (
    <Notice kind="warning">
      <p>{code === "IDLE" ? t("live.idle") : locale === "vi" ? messageVi : message}</p>
      {code === "CREDIT_ENDS" && (
        <Link href={`/console/${business}/billing` as Route} className="underline underline-offset-2">
          {t("failure.topUp")}
        </Link>
      )}
    </Notice>
  );
}

/** `kept`: what the page still has. */
function Ended({ end, kept, onReconnect }: { end: End; kept: string; onReconnect: () => void }) {
  const t = useTranslations("playground.live");
  const recorder = useTranslations("playground.transcribe.recorder");
  const locale = useLocale();
  switch (end.reason) {
    case "denied":
      return <Notice kind="warning">{recorder("denied")}</Notice>;
    case "unavailable":
      return <Notice kind="warning">{t("unavailable")}</Notice>;
    case "noKey":
      return <RunFailure failure={{ message: end.message || undefined }} kept={kept} />;
    case "rejected": {
      const { code, requestId, message, messageVi } = end.problem;
      // The text of the API is for programs.
      const words = code === "CLIENT_CLOSED" ? t("idle") : locale === "vi" ? messageVi : message;
      const failure: Failure = { code, requestId, message: words };
      return <RunFailure failure={failure} kept={kept} />;
    }
    default:
      return (
        <Notice kind="warning">
          <p>{t(end.reason)}</p>
          <p className="mt-2">
            <Button size="small" icon={<RefreshCw />} onClick={onReconnect}>
              {t("reconnect")}
            </Button>
          </p>
        </Notice>
      );
  }
}
