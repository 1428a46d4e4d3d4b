import { useLocale, useTranslations } from "next-intl";
import { MicrophoneSample } from "./microphone-sample";
import { type SampleVoice, SpeechSample } from "./speech-sample";

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
