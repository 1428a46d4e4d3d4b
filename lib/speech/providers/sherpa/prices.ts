import type { InstalledModel } from "@/lib/speech/models/installed";
import type { Price } from "@/lib/wallet/prices";

/** What a model on this machine costs until the operator says otherwise: as much as the embedded engines. */
export const usualPrice = ({ model }: InstalledModel): Price => ({
  modelId: model.id,
  ...(model.kind === "tts"
    ? { unit: "1000_characters" as const, priceVnd: 300 }
    : { unit: "second" as const, priceVnd: 10 }),
  from: "2026-01-01T00:00:00+07:00",
});
