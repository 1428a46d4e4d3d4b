import { type CodeRequest, headersOf, methodOf, pretty, quoted } from "./request";

/** Quotes any text as one argument of a POSIX shell. */
const shellArgument = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curl(request: CodeRequest): string {
  const { url, body, saveAs, isPublic, isStream } = request;
  const method = methodOf(request);
  const isImplied = method === (body ? "POST" : "GET");
  const flags = [isStream && "-N ", !isImplied && `-X ${method} `, saveAs && `-o ${saveAs} `].filter(Boolean).join("");
  const head = [
    `curl ${flags}${/^[\w:/.-]+$/.test(url) ? url : shellArgument(url)}`,
    ...(isPublic ? [] : [`-H "X-Api-Key: $VANG_API_KEY"`]),
    ...Object.entries(headersOf(request)).map(([name, value]) => {
      const header = `${name}: ${value}`;
      // Double quotes are easier to read, but some characters are special between them.
      return `-H ${/["$`\\!]/.test(header) ? shellArgument(header) : `"${header}"`}`;
    }),
  ];
  if (!body) return head.join(" \\\n  ");
  if ("json" in body) return [...head, `-d ${shellArgument(pretty(body.json))}`].join(" \\\n  ");
  // Within a form's value curl reads these two characters itself, unless the name is quoted.
  const name = /[;,"\\]/.test(body.file) ? quoted(body.file) : body.file;
  const fields = Object.entries(body.fields).map(
    ([field, value]) => `--form-string ${shellArgument(`${field}=${value}`)}`,
  );
  return [...head, `-F ${shellArgument(`file=@${name}`)}`, ...fields].join(" \\\n  ");
}

export function node(request: CodeRequest): string {
  const { url, body, saveAs, isPublic } = request;
  const isFile = body && "file" in body;
  const imports = [
    ...(isFile ? [`import { openAsBlob } from "node:fs";\n`] : []),
    ...(saveAs ? [`import { writeFile } from "node:fs/promises";\n`] : []),
  ];
  const form = isFile
    ? [
        "const form = new FormData();\n",
        ...Object.entries(body.fields).map(([name, value]) => `form.set(${quoted(name)}, ${quoted(value)});\n`),
        `form.set("file", await openAsBlob(${quoted(body.file)}), ${quoted(body.file)});\n`,
      ]
    : [];
  const headers = [
    ...(isPublic ? [] : [`"X-Api-Key": process.env.VANG_API_KEY`]),
    ...Object.entries(headersOf(request)).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ];
  const method = methodOf(request);
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",\n`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(", ")} },\n`] : []),
    ...(body ? [isFile ? "  body: form,\n" : `  body: JSON.stringify(${pretty(body.json, "  ")}),\n`] : []),
  ].join("");
  return `// node request.mjs
${imports.join("")}${imports.length > 0 ? "\n" : ""}${form.join("")}const response = await fetch(${quoted(url)}${options && `, {\n${options}}`});
${saveAs ? `await writeFile(${quoted(saveAs)}, Buffer.from(await response.arrayBuffer()));` : "console.log(await response.text());"}`;
}

/** A JSON value as Python writes it. */
function pythonLiteral(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) return `[${value.map((each) => pythonLiteral(each, indent)).join(", ")}]`;
  if (value && typeof value === "object") {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined);
    const lines = entries.map(([name, each]) => `${inner}${quoted(name)}: ${pythonLiteral(each, inner)},\n`);
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
  }
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

export function python(request: CodeRequest): string {
  const { url, body, saveAs, isPublic } = request;
  const headers = [
    ...(isPublic ? [] : [`"X-Api-Key": os.environ["VANG_API_KEY"]`]),
    // The library sets the type of JSON by itself.
    ...Object.entries(request.headers ?? {}).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ];
  const sent = [
    ...(headers.length > 0 ? [`    headers={${headers.join(", ")}},\n`] : []),
    ...(body && "json" in body ? [`    json=${pythonLiteral(body.json, "    ")},\n`] : []),
    ...(body && "file" in body
      ? [`    data=${pythonLiteral(body.fields, "    ")},\n    files={"file": open(${quoted(body.file)}, "rb")},\n`]
      : []),
  ];
  return `# pip install requests; python request.py
${isPublic ? "" : "import os\n"}import requests

response = requests.${methodOf(request).toLowerCase()}(
    ${quoted(url)},
${sent.join("")}    timeout=600,
)
${saveAs ? `open(${quoted(saveAs)}, "wb").write(response.content)` : "print(response.text)"}`;
}

/** Single quotes: a dollar sign in double ones names a variable. */
const phpString = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

export function php(request: CodeRequest): string {
  const { url, body, saveAs, isPublic } = request;
  const headers = [
    ...(isPublic ? [] : [`"X-Api-Key: " . getenv("VANG_API_KEY")`]),
    ...Object.entries(headersOf(request)).map(([name, value]) => phpString(`${name}: ${value}`)),
    ...(body && "file" in body ? [`"Content-Type: multipart/form-data; boundary=$boundary"`] : []),
  ];
  const content = body && ("json" in body ? `$body = <<<'JSON'\n${pretty(body.json)}\nJSON;\n` : phpForm(body));
  const options = [
    `    "method" => "${methodOf(request)}",\n`,
    ...(headers.length > 0 ? [`    "header" => [${headers.join(", ")}],\n`] : []),
    ...(content ? [`    "content" => $body,\n`] : []),
  ];
  const response = `file_get_contents(${phpString(url)}, false, stream_context_create(["http" => [
${options.join("")}    "timeout" => 600,
    "ignore_errors" => true,
]]))`;
  return `<?php // php request.php
${content ?? ""}${saveAs ? `file_put_contents(${phpString(saveAs)}, ${response});` : `echo ${response};`}`;
}

function phpForm({ file, fields }: { file: string; fields: Record<string, string> }): string {
  const entries = Object.entries(fields).map(([name, value]) => `${phpString(name)} => ${phpString(value)}`);
  return `$file = ${phpString(file)};
$boundary = "vang" . bin2hex(random_bytes(16));
$body = "";
foreach ([${entries.join(", ")}] as $name => $value) {
    $body .= "--$boundary\\r\\nContent-Disposition: form-data; name=\\"$name\\"\\r\\n\\r\\n$value\\r\\n";
}
$body .= "--$boundary\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"$file\\"\\r\\n\\r\\n";
$body .= file_get_contents($file) . "\\r\\n--$boundary--\\r\\n";
`;
}
