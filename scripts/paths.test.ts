import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("each name under which the text package is imported leads our bundler to its source", () => {
  const { exports } = JSON.parse(readFileSync("packages/vietnamese-text/package.json", "utf8")) as {
    exports: Record<string, string>;
  };
  const { paths } = JSON.parse(readFileSync("tsconfig.json", "utf8")).compilerOptions as {
    paths: Record<string, [string]>;
  };
  for (const [name, source] of Object.entries(exports)) {
    const imported = name.replace(".", "vietnamese-text");
    const any = paths["vietnamese-text/*"]?.[0].replace("*", imported.replace("vietnamese-text/", ""));
    const found = paths[imported]?.[0] ?? any;
    expect(found, imported).toBe(source.replace(".", "./packages/vietnamese-text"));
  }
});
