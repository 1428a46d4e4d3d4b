import type { Declared } from "./endpoint";
import type { OperationExample } from "./examples";

/** The example request of an operation as a command. The key comes from the environment. */
export function curlOf(baseUrl: string, operation: Declared, example: OperationExample): string {
  const { method, path, scope, isIdempotent } = operation;
  const { params = {}, query, body, form = {} } = example;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const url = query ? `"${baseUrl}${filled}?${new URLSearchParams(query)}"` : `${baseUrl}${filled}`;
  const isImplied = method === "get" || (method === "post" && (body || example.form));
  return [
    `curl ${isImplied ? "" : `-X ${method.toUpperCase()} `}${"file" in example ? "-o audio " : ""}${url}`,
    ...(scope === "public" ? [] : [`-H "X-Api-Key: $VANG_API_KEY"`]),
    ...(isIdempotent ? [`-H "Idempotency-Key: order-1024"`] : []),
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body, null, 2)}'`] : []),
    ...Object.entries(form).map(([name, value]) => `-F ${name}=${name === "file" ? "@" : ""}${value}`),
  ].join(" \\\n  ");
}
