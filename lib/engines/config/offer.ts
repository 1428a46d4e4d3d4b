import type { Model, SpeechProvider } from "@/lib/engines/provider";
import { typeOf } from "@/lib/engines/providers/engine-types";
import type { ConfiguredPrice } from "@/lib/money/prices/new-prices";
import { EngineFileError, type PriceLines } from "./fields";
import type { EngineFile } from "./parse";

type Kind = Model["kind"];

const usualPriceVnd = { tts: 300, stt: 10 };
const since = "2026-01-01T00:00:00+07:00";

const listEntries = ({ engines }: EngineFile) =>
  engines.flatMap((entry) => Object.entries(typeOf(entry).listPrices(entry)));

/** The prices in the file, plus default prices for installed models that it does not mention. */
export function listPrices(file: EngineFile, providers: readonly SpeechProvider[], has: (id: string) => boolean) {
  const kinds = new Map(providers.flatMap(({ models }) => models.map(({ modelId, kind }) => [modelId, kind])));
  const lines = listEntries(file).flatMap(([modelId, prices]) => {
    // A model that is not installed has no known unit, and a price that is registered stays.
    const kind = kinds.get(modelId);
    return kind ? linesOf(modelId, kind, prices) : [];
  });
  const silent = [...kinds].filter(([id]) => !has(id) && !lines.some(({ modelId }) => modelId === id));
  const usual = silent.flatMap(([modelId, kind]) =>
    linesOf(modelId, kind, [{ priceVnd: usualPriceVnd[kind], from: since }]).map((line) => ({
      ...line,
      isDefault: true,
    })),
  );
  return [...lines, ...usual];
}

/** Prices in the file that match no known model, and so have no effect. */
export const findStrayPrices = (file: EngineFile, known: ReadonlySet<string>): string[] =>
  listEntries(file).flatMap(([modelId]) => (known.has(modelId) ? [] : [modelId]));

const linesOf = (modelId: string, kind: Kind, prices: PriceLines): ConfiguredPrice[] =>
  prices.map((line) => ({ ...line, modelId, unit: kind === "tts" ? "1000_characters" : "second", source: "engines" }));

/** Throws EngineFileError, naming both, when two engines, or two items of one engine, share an id. */
export function requireUniqueIds(providers: readonly SpeechProvider[]): void {
  const names = providers.map((provider) => ({ id: provider.name, name: provider.name }));
  requireUnique("engine", names);
  for (const kind of ["model", "voice"] as const) {
    const owned = providers.flatMap(({ name, models, voices }) =>
      kind === "model"
        ? models.map(({ modelId }) => ({ id: modelId, name }))
        : voices.map(({ voiceId }) => ({ id: voiceId, name })),
    );
    requireUnique(kind, owned);
  }
}

function requireUnique(kind: string, owned: readonly { id: string; name: string }[]): void {
  const owners = new Map<string, string>();
  for (const { id, name } of owned) {
    const other = owners.get(id);
    if (other !== undefined) throw new EngineFileError(`${kind} ${id} is in both ${other} and ${name}`);
    owners.set(id, name);
  }
}
