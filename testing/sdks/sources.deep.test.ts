import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { idempotentPosts } from "@/packages/sdk-typescript/src/types.gen";
import { needs } from "@/testing/harness/needs";

const sources = {
  Python: "packages/sdk-python/vang.py",
  PHP: "packages/sdk-php/src/Vang.php",
  Go: "packages/sdk-go/vang.go",
};

test.each(Object.entries(sources))("the SDK for %s repeats what the API recognizes as repeated", (_, path) => {
  const [, list = ""] = /idempotent = (?:\[\]string\{|\[)(.+)[\]}]/i.exec(readFileSync(path, "utf8")) ?? [];
  const own = idempotentPosts.filter((post) => !post.startsWith("/v1/"));
  expect([...list.matchAll(/"([^"]+)"/g)].map(([, post]) => post)).toEqual(own);
});

test.each(Object.entries(sources))("the SDK for %s has the version of its package", (_, path) => {
  const { version } = JSON.parse(readFileSync("packages/sdk-typescript/package.json", "utf8"));
  const [, own] = /version(?:__)? = "([^"]+)"/i.exec(readFileSync(path, "utf8")) ?? [];
  expect(own).toBe(version);
});

test("the packages have the version of the sources", () => {
  const { version } = JSON.parse(readFileSync("packages/sdk-typescript/package.json", "utf8"));
  expect(JSON.parse(readFileSync("packages/sdk-php/composer.json", "utf8")).version).toBe(version);
  expect(readFileSync("packages/sdk-python/pyproject.toml", "utf8")).toContain(`version = "${version}"`);
});

const has = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;

/** Nothing is printed by a program that finds nothing wrong. */
function check(program: string, args: string[], cwd?: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", cwd });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
}

test("the Python code is of version 3.9", { skip: !has("python3", "--version"), ...needs("python3") }, () => {
  const read =
    "import ast, pathlib, sys; [ast.parse(pathlib.Path(path).read_text(), feature_version=(3, 9)) for path in sys.argv[1:]]";
  check("python3", ["-W", "error", "-c", read, sources.Python, "testing/sdks/drivers/driver.py"]);
});

test.each([sources.PHP, "testing/sdks/drivers/driver.php"])(
  "%s has no syntax error",
  {
    skip: !has("php", "--version"),
    ...needs("php"),
  },
  (path) => {
    const { stdout } = spawnSync("php", ["-d", "error_reporting=-1", "-d", "display_errors=1", "-l", path], {
      encoding: "utf8",
    });
    expect(stdout.trim()).toBe(`No syntax errors detected in ${path}`);
  },
);

test("the Go code is formatted and passes vet", { skip: !has("go", "version"), ...needs("go") }, () => {
  for (const folder of ["packages/sdk-go", "testing/sdks/drivers/go"]) {
    check("gofmt", ["-l", "."], folder);
    check("go", ["vet", "./..."], folder);
  }
});
