import type { z } from "zod";
import type { PriceLines } from "./config/fields";
import type { SpeechProvider } from "./provider";

/** An entry of the engine file, with the fields that all types share. */
export type EngineEntry = { type: string; id?: string; enabled?: boolean };

/** The engines of one entry, or of a built-in type. */
export type OpenedEngine = {
  /** Its engines now. When they become others, it calls `onChange`. */
  readonly providers: readonly SpeechProvider[];
  /** Looks for other engines, such as models that were installed since. Called before each use. */
  refresh?(): void;
  /** Resolves when the engines that `refresh` found are among the providers. */
  readonly ready?: Promise<void>;
  /** Models that may be among its engines later. */
  listKnownModels?(): Promise<string[]>;
};

/** A type of engine; `engineTypes` lists all of them. */
export interface EngineType {
  readonly type: string;
  /** An entry of the engine file. */
  readonly schema: z.ZodObject;
  /** Its heading in `docs/reference/engines.md`. */
  readonly docs: string;
  /** Offered without an entry in the file; an entry turns it off or sets its prices. */
  readonly isBuiltIn: boolean;
  /** Completes an entry from the environment. Throws EngineFileError, naming the place within the entry. */
  complete?(entry: EngineEntry, settings: Record<string, string | undefined>): void;
  listPrices(entry: EngineEntry): Readonly<Record<string, PriceLines>>;
  /** For a built-in type without its entry. */
  open(entry: EngineEntry, onChange: () => void): OpenedEngine;
}
