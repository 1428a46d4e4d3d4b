import { stat } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "@/lib/files";

/** Where models live. Read without the other settings, which the command line does not have. */
export const modelsDirectory = (): string =>
  process.env.MODELS_DIR ?? join(process.env.VANG_DATA ?? join(process.cwd(), ".data"), "models");

/** A model's own directory. */
export const homeOf = (directory: string, id: string): string => join(directory, id);

/** Bytes of a file, or null when there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(nullIfMissing);
  return found?.isFile() ? found.size : null;
}
