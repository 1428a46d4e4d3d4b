import "server-only";
import { readEvents } from "@/lib/api/openapi/events";
import type { Locale } from "@/lib/platform/i18n/locale";
import { fence } from "./fence";
import { say } from "./messages";
import { writeFields } from "./reference";

export function writeEvents(locale: Locale): string {
  const { common, events } = readEvents(locale);
  const t = (id: string) => say(locale, `docs.webhooks.events.${id}`);
  return [
    `# ${t("title")}`,
    t("lead"),
    writeFields(locale, common),
    ...events.flatMap(({ type, description, fields, example }) => [
      `## ${type} {#${type}}`,
      description,
      ...(fields.length > 0 ? [`${t("data")}:`, writeFields(locale, fields)] : []),
      fence("json", type, example),
    ]),
  ].join("\n\n");
}
