import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const pages = [
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
  ...["README.md", "README.vi.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "testing/README.md"],
];
const withoutCode = (text: string) =>
  text.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, (code) => code.slice(1, -1));

/** The anchors that GitHub makes of a page's headings. */
const anchorsOf = (page: string) =>
  [
    ...readFileSync(page, "utf8")
      .replace(/^```.*?^```$/gms, "")
      .matchAll(/^#{1,6} (.+)$/gm),
  ].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const linksOf = (page: string) =>
  [...withoutCode(readFileSync(page, "utf8")).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href = ""]) => href)
    .filter((href) => !/^[a-z]+:|^\//.test(href));

test("every link in the documents leads to a file and a heading that exist", () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((href) => {
        const [path = "", anchor] = href.split("#");
        const file = path === "" ? page : normalize(join(dirname(page), path));
        return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
      })
      .map((href) => `${page}: ${href}`),
  );
  expect(broken).toEqual([]);
});

test("every page that a program, a message or an example names exists", () => {
  const trees = ["app", "components", "lib", "packages", "scripts", "testing", "docs"];
  const texts = trees.flatMap((tree) =>
    readdirSync(tree, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs|md|sh|ya?ml|service|timer|cfg)$/.test(name) && !name.includes("node_modules"))
      .map((name) => join(tree, name)),
  );
  const missing = texts.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?<![\w-]\/|[\w-])docs\/[\w/-]+\.(?:md|sh|ya?ml|json|cfg)\b/g)]
      .filter(([path]) => !existsSync(path))
      .map(([path]) => `${file} names ${path}`),
  );
  expect(missing).toEqual([]);
});

test.each(["docs", "docs/decisions"])("%s/README.md names every page below it", (folder) => {
  const named = linksOf(`${folder}/README.md`).map((href) => normalize(join(folder, href.split("#")[0] ?? "")));
  const own = pages.filter(
    (page) => page.startsWith(`${folder}/`) && (folder !== "docs" || dirname(page) !== "docs/decisions"),
  );
  expect(own.length).toBeGreaterThan(15);
  expect(own.filter((page) => page !== `${folder}/README.md` && !named.includes(page))).toEqual([]);
});
