import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { ErrorGroups } from "@/components/docs/error-groups";
import { ProblemExample } from "@/components/docs/problem-example";
import { apiCodes, errorTopics, topicOf } from "@/lib/api/openapi/error-topics";
import { describeError } from "@/lib/api/problem";
import { AppError, errorCodes } from "@/lib/errors";
import { translate } from "@/lib/i18n/translate";
import { explain } from "@/lib/mail/support";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.errors");
  return { title: t("title"), description: t("lead") };
}

export default async function ErrorsPage() {
  const t = await getTranslations("docs.errors");
  const locale = await getLocale();
  const errors = apiCodes.map((code) => {
    const { id, values } = explain(new AppError(code));
    return { code, ...errorCodes[code], topic: topicOf[code], words: translate(locale, id, values) };
  });
  const example = new AppError("VOICE_UNKNOWN", { param: "voiceId" });

  return (
    <Article title={t("title")} lead={t("lead")}>
      <ProblemExample problem={describeError(example, "req_01k7tmk3v2c9h4b7d0n8s5q6ea")} />
      <ErrorGroups errors={errors} topics={errorTopics} />
    </Article>
  );
}
