import type { Call } from "./call";
import { printJson, printTable } from "./terminal";
import { formatVnd, say } from "./words";

export async function listVoices({ given, signal, vang }: Call): Promise<void> {
  const { voices } = await vang().voices({ signal });
  if (given.json) return printJson(voices);
  const head = ["voiceId", "name", "region", "gender", "models"] as const;
  await printTable(
    head.map((name) => say(`cli.columns.${name}`)),
    voices.map(({ voiceId, name, region, gender, modelIds }) => [
      voiceId,
      name,
      say(`cli.regions.${region}`),
      say(`cli.genders.${gender}`),
      modelIds.join(", "),
    ]),
  );
}

export async function listModels({ given, signal, vang }: Call): Promise<void> {
  const { models } = await vang().models({ signal });
  if (given.json) return printJson(models);
  const head = ["modelId", "name", "service", "languages", "price"] as const;
  await printTable(
    head.map((name) => say(`cli.columns.${name}`)),
    models.map(({ modelId, name, kind, languageCodes, priceVnd, unit }) => [
      modelId,
      name,
      kind,
      languageCodes.join(", "),
      say(unit === "second" ? "cli.perSecond" : "cli.perThousand", { price: formatVnd(priceVnd) }),
    ]),
  );
}
