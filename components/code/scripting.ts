import { type CodeRequest, pretty, quoted } from "./code-request";

/** Quotes any text as one argument of a POSIX shell. */
const argument = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curl({ url, body }: CodeRequest): string {
  const head = [`curl ${url}`, `-H "X-Api-Key: $VANG_API_KEY"`];
  if ("json" in body) {
    return [...head, `-H "Content-Type: application/json"`, `-d ${argument(pretty(body.json))}`].join(" \\\n  ");
  }
  // Within a form's value curl reads these two characters itself, unless the name is quoted.
  const name = /[;,"\\]/.test(body.file) ? quoted(body.file) : body.file;
  const fields = Object.entries(body.fields).map(([field, value]) => `--form-string ${argument(`${field}=${value}`)}`);
  return [...head, `-F ${argument(`file=@${name}`)}`, ...fields].join(" \\\n  ");
}

export function node({ url, body }: CodeRequest): string {
  if ("json" in body)
    return `// node request.mjs
const response = await fetch(${quoted(url)}, {
  method: "POST",
  headers: { "X-Api-Key": process.env.VANG_API_KEY, "Content-Type": "application/json" },
  body: JSON.stringify(${pretty(body.json, "  ")}),
});
console.log(await response.text());`;
  const fields = Object.entries(body.fields).map(([name, value]) => `form.set(${quoted(name)}, ${quoted(value)});\n`);
  return `// node request.mjs
import { openAsBlob } from "node:fs";

const form = new FormData();
${fields.join("")}form.set("file", await openAsBlob(${quoted(body.file)}), ${quoted(body.file)});
const response = await fetch(${quoted(url)}, {
  method: "POST",
  headers: { "X-Api-Key": process.env.VANG_API_KEY },
  body: form,
});
console.log(await response.text());`;
}

/** A JSON value as Python writes it. */
function literal(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, indent)).join(", ")}]`;
  if (value && typeof value === "object") {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined);
    const lines = entries.map(([name, each]) => `${inner}${quoted(name)}: ${literal(each, inner)},\n`);
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
  }
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

export function python({ url, body }: CodeRequest): string {
  const sent =
    "json" in body
      ? `    json=${literal(body.json, "    ")},\n`
      : `    data=${literal(body.fields, "    ")},\n    files={"file": open(${quoted(body.file)}, "rb")},\n`;
  return `# pip install requests; python request.py
import os
import requests

response = requests.post(
    ${quoted(url)},
    headers={"X-Api-Key": os.environ["VANG_API_KEY"]},
${sent}    timeout=600,
)
print(response.text)`;
}

/** Single quotes: a dollar sign in double ones names a variable. */
const php1 = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

export function php({ url, body }: CodeRequest): string {
  const [type, content] =
    "json" in body
      ? [`"Content-Type: application/json"`, `$body = <<<'JSON'\n${pretty(body.json)}\nJSON;`]
      : [`"Content-Type: multipart/form-data; boundary=$boundary"`, phpForm(body)];
  return `<?php // php request.php
${content}
echo file_get_contents(${php1(url)}, false, stream_context_create(["http" => [
    "method" => "POST",
    "header" => ["X-Api-Key: " . getenv("VANG_API_KEY"), ${type}],
    "content" => $body,
    "timeout" => 600,
    "ignore_errors" => true,
]]));`;
}

function phpForm({ file, fields }: { file: string; fields: Record<string, string> }): string {
  const entries = Object.entries(fields).map(([name, value]) => `${php1(name)} => ${php1(value)}`);
  return `$file = ${php1(file)};
$boundary = "vang" . bin2hex(random_bytes(16));
$body = "";
foreach ([${entries.join(", ")}] as $name => $value) {
    $body .= "--$boundary\\r\\nContent-Disposition: form-data; name=\\"$name\\"\\r\\n\\r\\n$value\\r\\n";
}
$body .= "--$boundary\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"$file\\"\\r\\n\\r\\n";
$body .= file_get_contents($file) . "\\r\\n--$boundary--\\r\\n";`;
}
