"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { Form } from "@/components/ui/fields/form";
import { usePlayer } from "@/components/ui/sound/use-player";
import { Badge } from "@/components/ui/text/badge";
import { Fact } from "@/components/ui/text/fact";
import { cancelVoiceAction, installVoiceAction } from "@/lib/operator/voices/actions";
import { type NaturalVoices, naturalVoicesQuery, type VoiceOffer } from "@/lib/operator/voices/queries";
import { formatBytes } from "@/lib/platform/i18n/format";

/** Every voice that can be installed, with what the operator decides by, and how its installation goes. */
export function VoiceInstaller() {
  const t = useTranslations("naturalVoices");
  const { data, isError, refetch } = useQuery(naturalVoicesQuery);
  if (isError && !data)
    return (
      <Notice kind="danger">
        <p>{t("loadFailed")}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t("retry")}
        </Button>
      </Notice>
    );
  if (!data) return <Skeleton className="h-64 w-full" />;
  const { offers, installation, problem } = data;
  return (
    <div className="grid gap-6">
      {problem && (
        <Notice kind="danger">
          <p className="whitespace-pre-line wrap-anywhere">{problem}</p>
        </Notice>
      )}
      {offers.length === 0 && !problem && <p className="text-muted">{t("none")}</p>}
      {offers.map((offer) => (
        <Offer
          key={offer.model}
          offer={offer}
          installation={installation?.model === offer.model ? installation : null}
          onChange={() => void refetch()}
        />
      ))}
    </div>
  );
}

type Installation = NonNullable<NaturalVoices["installation"]>;
type OfferProps = { offer: VoiceOffer; installation: Installation | null; onChange: () => void };

function Offer({ offer, installation, onChange }: OfferProps) {
  const t = useTranslations("naturalVoices");
  const voices = offer.voices.map(({ name, gender, region }) =>
    t("voice", { name, gender: t(`genders.${gender}`), region: t(`regions.${region}`) }),
  );
  return (
    <section aria-label={offer.name} className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{offer.name}</h3>
        <span className="text-muted">{voices.join("; ")}</span>
        {offer.isReady && <Badge kind="success">{t("installed")}</Badge>}
      </div>
      <OfferFacts offer={offer} />
      {offer.isReady ? (
        <Ready offer={offer} />
      ) : installation?.isRunning ? (
        <Running installation={installation} onChange={onChange} />
      ) : (
        <Install offer={offer} installation={installation} onChange={onChange} />
      )}
    </section>
  );
}

function OfferFacts({ offer: { bytes, isMost, license, training, consent, isVerified } }: { offer: VoiceOffer }) {
  const t = useTranslations("naturalVoices");
  const size = useSize();
  return (
    <dl className="grid gap-3">
      <Fact label={t("size")}>{t(isMost ? "sizeMost" : "sizeIs", { size: size(bytes) })}</Fact>
      <Fact label={t("license")}>
        <Source url={license.url}>{license.name}</Source> {license.note}
      </Fact>
      <Fact label={t("training")}>
        {training.data} <Source url={training.url}>{t("source")}</Source>
      </Fact>
      <Fact label={t("consent")}>
        {t(`consents.${consent.kind}`)} <Source url={consent.url}>{t("source")}</Source>
      </Fact>
      <Fact label={t("check")}>{t(isVerified ? "verified" : "unverified")}</Fact>
    </dl>
  );
}

const Source = ({ url, children }: { url: string; children: ReactNode }) => (
  <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
    {children}
  </a>
);

function Install({ offer, installation: last, onChange }: OfferProps) {
  const t = useTranslations("naturalVoices");
  const size = useSize();
  const { mustAccept, name } = offer.license;
  const isBegun = last?.phase === "canceled" || last?.phase === "interrupted";
  return (
    <div className="grid gap-4">
      {last && isBegun && (
        <Notice kind="warning">{t(last.phase, { done: size(last.bytes), total: size(last.total) })}</Notice>
      )}
      {last?.phase === "failed" && <Failure installation={last} />}
      <Form
        action={installVoiceAction}
        hidden={{ model: offer.model }}
        stepUp={StepUp}
        onDone={onChange}
        submit={isBegun ? t("goOn") : last?.phase === "failed" ? t("retry") : t("act", { size: size(offer.bytes) })}
      >
        {mustAccept && (
          <ChoiceCard type="checkbox" name="license" value={name} label={t("accept", { license: name })} />
        )}
        <p className="text-muted text-sm">{t("effect")}</p>
      </Form>
    </div>
  );
}

function Failure({ installation: { problem, detail } }: { installation: Installation }) {
  const t = useTranslations("naturalVoices");
  return (
    <Notice kind="danger">
      <p role="alert">{t(`problems.${problem ?? "other"}`)}</p>
      {detail && (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer">{t("details")}</summary>
          <p className="wrap-anywhere whitespace-pre-line font-mono">{detail}</p>
        </details>
      )}
    </Notice>
  );
}

function Running({ installation, onChange }: { installation: Installation; onChange: () => void }) {
  const t = useTranslations("naturalVoices");
  const size = useSize();
  const { phase, bytes, total } = installation;
  const isDownload = phase === "fetching";
  const words = t(`phases.${phase as "waiting" | "fetching" | "trying"}`);
  return (
    <div className="grid gap-2">
      <ProgressBar label={words} value={isDownload ? bytes : total} max={total} />
      <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
        <span role="status">{words}</span>
        {isDownload && <span>{t("progress", { done: size(bytes), total: size(total) })}</span>}
      </p>
      {phase !== "trying" && (
        <Form
          action={cancelVoiceAction}
          stepUp={StepUp}
          onDone={onChange}
          submit={t("cancel")}
          button={{ variant: "secondary" }}
        />
      )}
    </div>
  );
}

function Ready({ offer: { voices } }: { offer: VoiceOffer }) {
  const t = useTranslations("naturalVoices");
  return (
    <div className="grid gap-2">
      <p role="status">{t("ready")}</p>
      <ul className="flex flex-wrap gap-2">
        {voices.map(({ voiceId, name }) => (
          <li key={voiceId}>
            <Listen name={name} url={`/tts/voices/preview?voiceId=${encodeURIComponent(voiceId)}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Listen({ name, url }: { name: string; url: string }) {
  const t = useTranslations("naturalVoices");
  const { audio, events, isPlaying, toggle } = usePlayer();
  const press = async () => {
    if (!isPlaying) await offered(url);
    toggle();
  };
  return (
    <>
      <audio ref={audio} src={url} preload="none" {...events} />
      <Button icon={isPlaying ? <Pause /> : <Play />} onClick={() => void press()}>
        {t(isPlaying ? "pause" : "listen", { name })}
      </Button>
    </>
  );
}

/** The first request after an installation makes its process look for new voices, and can still come too early. */
async function offered(url: string): Promise<void> {
  for (let tries = 0; tries < 12; tries++) {
    if ((await fetch(url)).ok) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Bytes as the reader writes numbers. */
function useSize() {
  const locale = useLocale();
  return (bytes: number) => formatBytes(bytes, locale);
}
