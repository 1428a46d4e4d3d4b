import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CodeSample } from "./fence";

const languages = [
  ["TypeScript", "sdk-typescript", "js"],
  ["Python", "sdk-python", "python"],
  ["PHP", "sdk-php", "php"],
  ["Go", "sdk-go", "go"],
] as const;

/** The first program of each SDK's README, all of which are run by tests. */
export const sdkPrograms = (): CodeSample[] =>
  languages.map(([language, folder, highlight]) => {
    const readme = readFileSync(join(process.cwd(), "packages", folder, "README.md"), "utf8");
    const [, code] = new RegExp(`^\`\`\`${highlight}\\n(.*?)^\`\`\``, "ms").exec(readme) ?? [];
    if (!code) throw new Error(`${folder} has no program in its README.`);
    return { language, highlight, code };
  });
