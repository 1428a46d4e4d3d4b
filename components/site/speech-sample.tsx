import { useTranslations } from "next-intl";
import { maxSampleCharacters } from "@/lib/speech/choices";

export type SampleVoice = { voiceId: string; name: string; region: "north" | "central" | "south"; previewUrl: string };

/** A voice that one press plays, and a text of one's own. Works as a form; `/site.js` plays in place. */
export function SpeechSample({ voices }: { voices: readonly SampleVoice[] }) {
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
