import "server-only";
import { z } from "zod";
import type { EngineEntry } from "@/lib/engines/engine-type";
import { engineTypes, typeOf } from "@/lib/engines/providers/engine-types";
import { EngineFileError } from "./fields";

const [first, ...others] = engineTypes.map(({ schema }) => schema);

const engineFileSchema = z.strictObject({
  $schema: z.string().optional(),
  engines: z.array(z.discriminatedUnion("type", [first as z.ZodObject, ...others])).default([]),
});

export type EngineFile = { engines: EngineEntry[] };

/** Parses the engine file, taking keys from `settings`. Throws EngineFileError, naming the invalid places. */
export function parseEngineFile(text: string, settings: Record<string, string | undefined> = process.env): EngineFile {
  const parsed = engineFileSchema.safeParse(readJson(text));
  if (!parsed.success) throw new EngineFileError(describeIssues(parsed.error.issues));
  const engines: EngineEntry[] = parsed.data.engines as EngineEntry[];
  for (const [index, entry] of engines.entries()) complete(entry, `engines[${index}]`, settings);
  return { engines };
}

function complete(entry: EngineEntry, where: string, settings: Record<string, string | undefined>): void {
  try {
    typeOf(entry).complete?.(entry, settings);
  } catch (error) {
    throw error instanceof EngineFileError ? new EngineFileError(`${where}.${error.message}`) : error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The error's own message quotes the text around the mistake, which may hold a key.
    const position = /position (\d+)/.exec(String(error))?.[1];
    const lines = text.slice(0, position === undefined ? text.length : Number(position)).split("\n");
    throw new EngineFileError(`not JSON at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`);
  }
}

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const described = issues.flatMap((issue) => {
    // For a union, report the alternative that has the fewest issues.
    const nested = issue.code === "invalid_union" ? issue.errors.filter((inner) => inner.length > 0) : [];
    const closest = [...nested].sort((a, b) => deepest(b) - deepest(a))[0];
    if (closest) return closest.map((inner) => place([...issue.path, ...inner.path], inner.message));
    return [place(issue.path, issue.message)];
  });
  return described.join("; ");
}

const deepest = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));

const place = (path: readonly PropertyKey[], message: string) =>
  `${z.core.toDotPath([...path]) || "the file"}: ${message}`;
