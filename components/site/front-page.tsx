import { useLocale, useTranslations } from "next-intl";
import { maxSampleCharacters, maxSampleSeconds } from "@/lib/speech/choices";

type FrontPageProps = {
  voices: readonly SampleVoice[];
  /** Whether there is a recognizer for people. */
  listens: boolean;
  /** A code sample and the table of prices, made by us from Markdown. */
  code: string;
  prices: string;
};

/** What visitors read who are not signed in. */
export function FrontPage({ voices, listens, code, prices }: FrontPageProps) {
  const t = useTranslations("frontPage");
  const locale = useLocale();
  return (
    <main id="content" className="mx-auto grid w-full max-w-page min-w-0 gap-16 py-12 lg:py-20">
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="grid gap-5">
          <h1 className="text-balance font-semibold text-2xl sm:text-3xl">{t("title")}</h1>
          <p className="max-w-text text-lg text-muted">{t("lead")}</p>
          <p className="flex flex-wrap gap-3">
            <a href="/sign-up" className="act">
              {t("signUp")}
            </a>
            <a href={`/${locale}/docs`} className="act">
              {t("docs")}
            </a>
          </p>
        </div>
        {voices.length > 0 && <SpeechSample voices={voices} />}
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

type SampleVoice = { voiceId: string; name: string; region: "north" | "central" | "south"; previewUrl: string };

/** A voice that one press plays, and a text of one's own. Works as a form; `/site.js` plays in place. */
function SpeechSample({ voices }: { voices: readonly SampleVoice[] }) {
  const t = useTranslations("frontPage.sample");
  const regions = useTranslations("playground.voices.regions");
  return (
    <form action="/sample/speech" method="post" className="panel sample">
      <div className="sample-player">
        <a href={voices[0]?.previewUrl} className="sample-play" data-stop={t("pause")}>
          <span className="sr-only">{t("play")}</span>
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 fill-current">
            <path className="icon-play" d="M8 5v14l11-7z" />
            <path className="icon-pause" d="M7 5h4v14H7zM13 5h4v14h-4z" />
          </svg>
        </a>
        <svg className="sample-wave" viewBox="0 0 192 48" preserveAspectRatio="none" aria-hidden="true" />
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t("voice")}</legend>
        {voices.map(({ voiceId, name, region, previewUrl }, index) => (
          <label key={voiceId} className="sample-voice">
            <input
              type="radio"
              name="voice"
              value={voiceId}
              data-preview={previewUrl}
              defaultChecked={index === 0}
              className="sr-only"
            />
            {name} · {regions(region)}
          </label>
        ))}
      </fieldset>
      <label>
        <span className="text-muted">{t("text")}</span>
        <textarea
          name="text"
          rows={3}
          maxLength={maxSampleCharacters}
          defaultValue={t("example")}
          required
          className="text-xl"
        />
      </label>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <button type="submit" className="act main">
          {t("act")}
        </button>
        <span className="text-muted text-sm">{t("kept")}</span>
      </p>
      <p className="sample-problem text-danger" role="alert" hidden data-other={t("failed")} />
    </form>
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
