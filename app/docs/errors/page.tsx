import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ErrorGroups } from "@/components/docs/error-groups";
import { ProblemExample } from "@/components/docs/problem-example";
import { describeRefusal } from "@/lib/api/problem";
import { Refusal, type RefusalCode, refusals } from "@/lib/errors";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.errors");
  return { title: t("title"), description: t("lead") };
}

const codes = Object.keys(refusals) as RefusalCode[];

export default async function ErrorsPage() {
  const t = await getTranslations("docs.errors");
  const say = await getTranslations("errors");
  const errors = codes.map((code) => ({ code, ...refusals[code], words: say(code) }));
  const example = new Refusal("VOICE_UNKNOWN", { param: "voiceId" });

  return (
    <div className="grid gap-10">
      <header className="grid gap-2">
        <h1 className="font-semibold text-2xl">{t("title")}</h1>
        <p className="max-w-text text-muted">{t("lead")}</p>
      </header>
      <ProblemExample problem={describeRefusal(example, "req_01k7tmk3v2c9h4b7d0n8s5q6ea")} />
      <ErrorGroups errors={errors} />
    </div>
  );
}
