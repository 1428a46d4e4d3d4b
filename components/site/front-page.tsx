import { useLocale, useTranslations } from "next-intl";
import { ReadText } from "@/components/speech/read-text";
import { maxSampleCharacters, maxSampleSeconds } from "@/lib/speech/choices";
import type { TimedReading } from "@/lib/speech/timed-sample";

type FrontPageProps = {
  voices: readonly FrontVoice[];
  /** Whether there is a recognizer for people. */
  listens: boolean;
  /** Whether all voices are robotic, on a machine that only its operator reaches. */
  offersInstaller: boolean;
  /** A code sample and the table of prices, made by us from Markdown. */
  code: string;
  prices: string;
};

/** What visitors read who are not signed in. */
export function FrontPage({ voices, listens, offersInstaller, code, prices }: FrontPageProps) {
  const t = useTranslations("frontPage");
  const locale = useLocale();
  return (
    <main id="content" className="grid w-full min-w-0 gap-16 py-8 lg:py-16">
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[5fr_6fr]">
        <div className="grid gap-5">
          <h1 className="text-balance font-semibold text-2xl sm:text-3xl">{t("title")}</h1>
          <p className="max-w-text text-lg text-muted">{t("lead")}</p>
          <p className="flex flex-wrap gap-3">
            <a href="/sign-up" className="act main">
              {t("signUp")}
            </a>
            <a href={`/${locale}/docs`} className="act">
              {t("docs")}
            </a>
          </p>
        </div>
        {voices.length > 0 && <SpeechSample voices={voices} offersInstaller={offersInstaller} />}
      </div>
      {listens && <MicrophoneSample />}
      <section
        aria-labelledby="code"
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-4 lg:grid-cols-2"
      >
        <div className="grid content-start gap-2">
          <h2 id="code" className="font-semibold text-xl">
            {t("code.title")}
          </h2>
          <p className="max-w-text text-lg text-muted">{t("code.lead")}</p>
          <p>
            <a href={`/${locale}/docs/reference`}>{t("code.reference")}</a>
          </p>
        </div>
        <Ours html={code} />
      </section>
      <ul className="grid gap-x-16 gap-y-6 sm:grid-cols-2">
        {(["reading", "billing", "webhooks", "data"] as const).map((feature) => (
          <li key={feature} className="grid gap-1 border-line border-t pt-4">
            <h2 className="font-medium text-lg">{t(`features.${feature}.title`)}</h2>
            <p className="text-lg text-muted">{t(`features.${feature}.words`)}</p>
            <p>
              <a href={`/${locale}/docs/${pageOf[feature]}`}>{t(`features.${feature}.link`)}</a>
            </p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="prices" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="prices" className="font-semibold text-xl">
          {t("prices.title")}
        </h2>
        <p className="max-w-text text-lg text-muted">{t("prices.lead")}</p>
        <Ours html={prices} />
      </section>
    </main>
  );
}

const pageOf = { reading: "text-normalization", billing: "prices", webhooks: "webhooks", data: "retention" };

function Ours({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own Markdown, with all markup escaped
  return <div className="prose min-w-0" dangerouslySetInnerHTML={{ __html: html }} />;
}

export type FrontVoice = TimedReading & {
  voiceId: string;
  name: string;
  region: "north" | "central" | "south";
  experimental: boolean;
  /** Null until the audio is made. */
  spark: string | null;
};

/**
 * How each voice reads the same sentence, with its wave, and a text of one's own. The voices lie above each other, so
 * that nothing moves when another is chosen. Works as a form; `/site.js` plays in place and lights the spoken words.
 */
function SpeechSample({ voices, offersInstaller }: Pick<FrontPageProps, "voices" | "offersInstaller">) {
  const t = useTranslations("frontPage.sample");
  const words = useTranslations("playground.voices");
  return (
    <form action="/sample/speech" method="post" className="panel sample">
      <fieldset className="sample-regions">
        <legend className="sr-only">{t("voice")}</legend>
        {voices.map(({ voiceId, name, region, experimental }, index) => (
          <label key={voiceId} className="sample-voice" title={name}>
            <input type="radio" name="voice" value={voiceId} defaultChecked={index === 0} className="sr-only" />
            {words(`regions.${region}`)}
            {experimental && <span className="font-normal text-muted text-xs">{words("experimental")}</span>}
          </label>
        ))}
      </fieldset>
      <div className="sample-voices">
        {voices.map(({ voiceId, segments, starts, spark }) => (
          <div key={voiceId} data-voice={voiceId}>
            <p lang="vi" className="read-text">
              <ReadText segments={segments} starts={starts} />
            </p>
            <p className="sample-player">
              <a href={`/sample/speech?voiceId=${voiceId}`} className="sample-play" data-stop={t("pause")}>
                <span className="sr-only">{t("play")}</span>
                <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 fill-current">
                  <path className="icon-play" d="M8 5v14l11-7z" />
                  <path className="icon-pause" d="M7 5h4v14H7zM13 5h4v14h-4z" />
                </svg>
              </a>
              <Wave spark={spark ?? ""} />
            </p>
          </div>
        ))}
      </div>
      <label>
        <span className="text-muted">{t("text")}</span>
        <textarea
          name="text"
          rows={2}
          maxLength={maxSampleCharacters}
          placeholder={t("example")}
          lang="vi"
          required
          className="text-lg"
        />
      </label>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <button type="submit" className="act">
          {t("act")}
        </button>
        <span className="text-muted text-sm">{t("kept")}</span>
      </p>
      {offersInstaller && (
        <p className="text-muted text-sm">
          {t.rich("robot", { link: (words) => <a href="/operator/setup">{words}</a> })}
        </p>
      )}
      <p className="sample-problem text-danger" role="alert" hidden data-other={t("failed")} />
    </form>
  );
}

/** A wave of the digits of `sparkOf`. */
function Wave({ spark }: { spark: string }) {
  return (
    <svg className="sample-wave" viewBox="0 0 192 48" preserveAspectRatio="none" aria-hidden="true">
      {[...spark].map((digit, bar) => {
        const height = 2 + (Number.parseInt(digit, 16) / 15) * 44;
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other name than its place
        return <rect key={bar} x={bar * 4 + 0.75} y={24 - height / 2} width={2.5} height={height} rx={1.25} />;
      })}
    </svg>
  );
}

/** A recording of one's own voice as text. It needs `/site.js`, which shows it. */
function MicrophoneSample() {
  const t = useTranslations("frontPage.microphone");
  return (
    <section
      aria-labelledby="microphone"
      className="panel microphone"
      hidden
      data-seconds={maxSampleSeconds}
      data-stop={t("stop")}
      data-nothing={t("nothing")}
      data-denied={t("denied")}
      data-failed={t("failed")}
    >
      <h2 id="microphone" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <p className="text-lg text-muted">{t("lead", { seconds: maxSampleSeconds })}</p>
      <p>
        <button type="button" className="act">
          {t("act")}
        </button>
      </p>
      <output className="min-h-8 text-xl" />
    </section>
  );
}
