import "server-only";
import { apiCodes, errorTopics, topicOf } from "@/lib/api/openapi/error-topics";
import { describeError } from "@/lib/api/problem";
import { AppError, errorCodes } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { explain } from "@/lib/platform/mail/support";
import { fence } from "./fence";
import { say } from "./messages";

const fields = ["code", "message", "messageVi", "param", "requestId", "docUrl", "retryable", "trackingId"] as const;

/** Every code of the API: first those that a retry helps, then the others, each by topic. */
export function writeErrors(locale: Locale): string {
  const t = (id: string) => say(locale, `docs.errors.${id}`);
  const example = describeError(new AppError("VOICE_UNKNOWN", { param: "voiceId" }), "req_01k7tmk3v2c9h4b7d0n8s5q6ea");
  return [
    `# ${t("title")}`,
    t("lead"),
    `## ${t("shape")} {#shape}`,
    t("shapeLead"),
    fence("json", "application/problem+json", JSON.stringify(example, null, 2)),
    fields.map((field) => `- \`${field}\`: ${t(`fields.${field}`)}`).join("\n"),
    ...(["retryable", "final"] as const).flatMap((group) => [
      `## ${t(`groups.${group}`)} {#${group}}`,
      t(`groupLeads.${group}`),
      ...errorTopics.flatMap((topic) => writeTopic(locale, topic, group === "retryable")),
    ]),
  ].join("\n\n");
}

function writeTopic(locale: Locale, topic: (typeof errorTopics)[number], retryable: boolean): string[] {
  const codes = apiCodes.filter((code) => topicOf[code] === topic && errorCodes[code].retryable === retryable);
  if (codes.length === 0) return [];
  return [
    `### ${say(locale, `docs.errors.topics.${topic}`)} {#${retryable ? "retryable" : "final"}-${topic}}`,
    ...codes.flatMap((code) => {
      const { id, values } = explain(new AppError(code));
      return [`#### ${code} {#${code}}`, `\`${errorCodes[code].status}\` ${translate(locale, id, values)}`];
    }),
  ];
}
