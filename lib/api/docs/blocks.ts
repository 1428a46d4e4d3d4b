import "server-only";
import { can, permissions, roles } from "@/lib/access/principals/roles";
import { listModels, listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";
import { isDatabaseUnavailable } from "@/lib/platform/database-unavailable";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { supportContacts } from "@/lib/platform/mail/support";
import { setPageStatus } from "@/lib/platform/page-status";
import { listRegions } from "@/lib/platform/regions";
import { exampleRequest } from "@/lib/speech/example-request";
import { version } from "@/package.json";
import {
  type CommandName,
  commandNames,
  exitCodes,
  labelOf,
  type OptionSpec,
  optionsOf,
  specOf,
  usageOf,
} from "@/packages/cli/src/commands";
import { codeSamples, openAiSamples } from "./code-samples";
import { documentedFacts } from "./facts";
import { fence } from "./fence";
import { asteriskSample, browserSample, twilioSample } from "./live-samples";
import { say, sayPairs } from "./messages";
import { receiverSamples } from "./receiver-samples";
import { requestBlock } from "./requests";
import { sdkPrograms } from "./sdk-programs";
import { compatible } from "./works-with";

/** The port of the programs in the samples that others connect to. */
export const receiverPort = 4000;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** A bar within a cell would end it. */
const escapeCell = (text: string) => text.replaceAll("|", "\\|");

const sayCommand = (locale: Locale, name: CommandName) => say(locale, `cli.commands.${name.replaceAll(" ", "-")}`);

const example = (locale: Locale) => exampleRequest(say(locale, "keys.firstCallText"));

const samplesAsTabs = (samples: readonly { language: string; highlight: string; code: string }[]) =>
  samples.map(({ language, highlight, code }) => fence(highlight, language, code)).join("\n\n");

/** What a guide's `{{name}}` stands for. */
export const blocks: Record<string, (locale: Locale, argument: string) => string | Promise<string>> = {
  url: () => env.url,
  version: () => version,
  say: (locale, id) =>
    say(locale, id, {
      regions: listRegions()
        .map(({ code, url }) => `${code} ${url}`)
        .join(", "),
      ...documentedFacts(locale),
    }),
  list: (locale, id) =>
    sayPairs(locale, id, {
      userAgent: `Vang-Webhooks/1.0 (+${env.url}/docs/webhooks)`,
      ...documentedFacts(locale),
    })
      .map(([title, words]) => `- **${title}.** ${words}`)
      .join("\n"),
  rows: (locale, id) =>
    table(
      [say(locale, "docs.blocks.subject"), say(locale, "docs.blocks.rule")],
      sayPairs(locale, id).map(([title, words]) => [`**${title}**`, words]),
    ),
  fact: (locale, name) => {
    const fact = new Map<string, string | number>(Object.entries(documentedFacts(locale))).get(name);
    if (fact === undefined) throw new Error(`There is no fact ${name}.`);
    return String(fact);
  },
  "webhook-sources": (locale) => {
    const networks = env.WEBHOOK_SOURCE_ADDRESSES.join(", ");
    return networks && say(locale, "docs.webhooks.security.source.from", { networks });
  },
  samples: (locale) => samplesAsTabs(codeSamples(example(locale))),
  "openai-samples": (locale) => samplesAsTabs(openAiSamples(example(locale))),
  "sdk-programs": () => samplesAsTabs(sdkPrograms()),
  "live-browser": () => samplesAsTabs([browserSample(env.url)]),
  "live-twilio": () => samplesAsTabs([twilioSample(env.url, receiverPort)]),
  "live-asterisk": () => samplesAsTabs([asteriskSample(env.url, receiverPort)]),
  "live-origin": () => env.url.replace(/^http/, "ws"),
  compatible: (locale) => {
    const t = (id: string) => say(locale, `docs.blocks.${id}`);
    const rows = compatible(env.url).map(({ id, name, api, does, packages, source }) => [
      `[${name}](#${id})`,
      say(locale, `apis.${api}`),
      does.map((service) => t(service)).join(", "),
      packages?.map((one) => `\`${one}\``).join(", ") ??
        (source
          ? `${t("writtenFrom")} [${source.repository}](https://github.com/${source.repository}/blob/${source.commit}/${source.path})`
          : t("writtenFromDocs")),
    ]);
    return table([t("client"), "API", t("service"), t("testedWith")], rows);
  },
  "compatible-samples": (locale) =>
    compatible(env.url)
      .map(({ id, name, sample: { language, highlight, code } }) => {
        const title = language === "Settings" ? say(locale, "docs.blocks.settings") : language;
        return `## ${name} {#${id}}\n\n${fence(highlight, title, code)}`;
      })
      .join("\n\n"),
  receivers: () => samplesAsTabs(receiverSamples(receiverPort)),
  "first-call": (locale) => {
    const { baseUrl, request } = example(locale);
    return requestBlock({ url: `${baseUrl}/tts`, body: { json: request } });
  },
  voices: (locale) => {
    const t = (id: string) => say(locale, `docs.blocks.${id}`);
    const rows = listVoices().map(({ voiceId, name, region, gender, modelIds, previewUrl }) => [
      `[${name}](${previewUrl})`,
      `\`${voiceId}\``,
      say(locale, `playground.voices.regions.${region}`),
      say(locale, `playground.voices.genders.${gender}`),
      modelIds.map((id) => `\`${id}\``).join(", "),
    ]);
    return table([t("voice"), "voiceId", t("region"), t("gender"), "modelId"], rows);
  },
  prices: async (locale) => {
    const t = (id: string) => say(locale, `docs.blocks.${id}`);
    const models = await listModelsWithPrices(null).catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error;
      // The rest of the page is readable, and is not kept.
      setPageStatus(503);
    });
    if (!models) return t("pricesUnavailable");
    const rows = models.map(({ name, modelId, engine, kind, priceVnd, unit }) => [
      engine === "demo-synthetic" ? say(locale, "playground.transcribe.demo.title") : name,
      `${formatVnd(BigInt(priceVnd) * 1000n, locale)} ${t(unit === "second" ? "perSecond" : "perThousand")}`,
      t(kind),
      `\`${modelId}\``,
    ]);
    return table([t("model"), t("price"), t("service"), "modelId"], rows);
  },
  "model-options": (locale) => {
    const t = (id: string) => say(locale, `docs.blocks.${id}`);
    const rows = listModels().flatMap(({ modelId, config }) =>
      Object.entries(config).map(([field, { type, min, max, options, default: usual, label }]) => [
        `\`${modelId}\``,
        `\`${field}\``,
        options ? options.map((option) => `\`${option}\``).join(", ") : `${type} ${min ?? ""}…${max ?? ""}`,
        usual === undefined ? "" : `\`${usual}\``,
        label[locale],
      ]),
    );
    return table(["modelId", t("field"), t("values"), t("usual"), t("meaning")], rows);
  },
  "cli-commands": (locale) =>
    table(
      [say(locale, "docs.blocks.command"), say(locale, "docs.blocks.meaning")],
      commandNames.map((name) => [`\`vang ${escapeCell(usageOf(name))}\``, sayCommand(locale, name)]),
    ),
  "cli-options": (locale) => {
    const own = commandNames.flatMap((name) =>
      optionsOf(name).flatMap(([id, spec]) => (specOf(name).options?.includes(id) ? [{ id, spec, name }] : [])),
    );
    const rows = [...new Set(own.map(({ id }) => id))].map((id) => {
      const using = own.filter((one) => one.id === id);
      const spec: OptionSpec | undefined = using[0]?.spec;
      const choices = spec?.choices ? ` (${spec.choices.map((choice) => `\`${choice}\``).join(", ")})` : "";
      return [
        spec ? `\`${escapeCell(labelOf(spec))}\`` : "",
        using.map(({ name }) => `\`${name}\``).join(", "),
        say(locale, `cli.options.${id}`) + choices,
      ];
    });
    return table(
      ["option", "commands", "meaning"].map((id) => say(locale, `docs.blocks.${id}`)),
      rows,
    );
  },
  "cli-exit-codes": (locale) =>
    table(
      [say(locale, "docs.blocks.exitCode"), say(locale, "docs.blocks.meaning")],
      Object.entries(exitCodes).map(([name, code]) => [`\`${code}\``, say(locale, `cli.exitCodes.${name}`)]),
    ),
  regions: (locale) => {
    const t = (id: string) => say(locale, `docs.blocks.${id}`);
    return table(
      [t("region"), "URL"],
      listRegions().map(({ code, url }) => [code, `\`${url}\``]),
    );
  },
  roles: (locale) => {
    const t = (id: string) => say(locale, `members.${id}`);
    const rows = permissions.owner.map((permission) => [
      t(`permissions.${permission}`),
      ...roles.map((role) => (can(role, permission) ? "✓" : "–")),
    ]);
    const hints = roles.map((role) => `- **${t(`roles.${role}`)}.** ${t(`roleHints.${role}`)}`).join("\n");
    return `${hints}\n\n${table([t("roleTable.permission"), ...roles.map((role) => t(`roles.${role}`))], rows)}`;
  },
  support: (locale) =>
    supportContacts()
      .map(({ text, href }) => `- [${text}](${href})`)
      .join("\n") || say(locale, "docs.blocks.noSupport"),
};
