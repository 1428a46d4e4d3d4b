import type { ConfiguredPrice } from "@/lib/billing/prices/new-prices";
import type { SpeechProvider } from "@/lib/engines/provider";
import { EngineFileError } from "./parse";
import type { EngineFile, OpenAiModel } from "./schema";

type Priced = Pick<OpenAiModel, "modelId" | "kind" | "prices">;

const unitOf = (kind: Priced["kind"]) => (kind === "tts" ? "1000_characters" : "second");

/** Prices of installed models that the file does not mention. */
const usualPriceVnd = { tts: 300, stt: 10 };
const since = "2026-01-01T00:00:00+07:00";

/** The prices in the file, plus default prices for installed models that it does not mention. */
export function listPrices(
  { engines }: EngineFile,
  providers: readonly SpeechProvider[],
  has: (id: string) => boolean,
) {
  const kinds = new Map(providers.flatMap(({ models }) => models.map(({ modelId, kind }) => [modelId, kind])));
  const described = engines.flatMap((engine): Priced[] => {
    if (engine.type === "openai") return engine.models;
    // A model that is not installed has no known unit, and a price that is registered stays.
    return Object.entries(engine.prices).flatMap(([modelId, prices]): Priced[] => {
      const kind = kinds.get(modelId);
      return kind ? [{ modelId, kind, prices }] : [];
    });
  });
  const lines = described.flatMap(linesOf);
  const silent = [...kinds].filter(([id]) => !has(id) && !lines.some(({ modelId }) => modelId === id));
  const usual = silent.flatMap(([modelId, kind]) =>
    linesOf({ modelId, kind, prices: [{ priceVnd: usualPriceVnd[kind], from: since }] }).map((line) => ({
      ...line,
      isDefault: true,
    })),
  );
  return [...lines, ...usual];
}

/** Prices in the file that match no known model, and so have no effect. */
export function findStrayPrices({ engines }: EngineFile, known: ReadonlySet<string>): string[] {
  return engines
    .flatMap((engine) => (engine.type === "openai" ? [] : Object.keys(engine.prices)))
    .filter((modelId) => !known.has(modelId));
}

const linesOf = ({ modelId, kind, prices }: Priced): ConfiguredPrice[] =>
  prices.map((line) => ({ ...line, modelId, unit: unitOf(kind), source: "engines" }));

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
