import { useTranslations } from "next-intl";
import { maxSampleSeconds } from "@/lib/speech/choices";

/** A recording of one's own voice as text. It needs `/site.js`, which shows it. */
export function MicrophoneSample() {
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
