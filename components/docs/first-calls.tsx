import { useTranslations } from "next-intl";
import { FirstCall, type FirstCallExample } from "@/components/keys/first-call";
import { CodeBlock } from "@/components/ui/text/code-block";
import { Link } from "@/components/ui/text/link";

const download = `curl -o xin-chao.wav "$AUDIO_URL"`;

/** From sign-up to a first request to each service, as commands for a terminal. */
export function FirstCalls({ example }: { example: FirstCallExample }) {
  const t = useTranslations("docs.start");
  const listen = `curl ${example.baseUrl}/stt \\\n  -H "X-Api-Key: $VANG_API_KEY" \\\n  -F file=@xin-chao.wav`;
  return (
    <section aria-labelledby="start" className="grid min-w-0 gap-4">
      <h2 id="start" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <ol className="grid max-w-text list-decimal gap-2 pl-6">
        <li>
          {t.rich("key", {
            link: (words) => (
              <Link href="/console" className="underline">
                {words}
              </Link>
            ),
          })}
        </li>
        <li>{t("keep")}</li>
        <li>{t("call")}</li>
      </ol>
      <FirstCall {...example} />
      <p className="max-w-text">{t("download")}</p>
      <CodeBlock label={t("downloadCode")} code={download} />
      <p className="max-w-text">{t("listen")}</p>
      <CodeBlock label={t("listenCode")} code={listen} />
    </section>
  );
}
