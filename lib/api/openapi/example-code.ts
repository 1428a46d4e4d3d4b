import type { CodeRequest } from "@/lib/api/code/request";
import type { Declared } from "./declaration";
import type { OperationExample } from "./examples";

export function exampleCode(baseUrl: string, operation: Declared, example: OperationExample): CodeRequest {
  const { method, path, scope, isIdempotent } = operation;
  const { params = {}, query, body, form } = example;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const { file, ...fields } = form ?? {};
  return {
    url: `${baseUrl}${filled}${query ? `?${new URLSearchParams(query)}` : ""}`,
    method: method.toUpperCase() as CodeRequest["method"],
    ...(isIdempotent && { headers: { "Idempotency-Key": "order-1024" } }),
    ...(body && { body: { json: body } }),
    ...(file && { body: { file, fields } }),
    ...(scope === "public" && { isPublic: true }),
    ...("file" in example && { saveAs: `audio.${example.file === "audio/mpeg" ? "mp3" : "wav"}` }),
    ...("type" in example && example.type === "text/event-stream" && { isStream: true }),
  };
}
