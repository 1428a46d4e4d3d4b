/** A request of the public API, to be shown as code; the key comes from the environment in every language. */
export type CodeRequest = {
  /** With the path and the query. */
  url: string;
  /** Without it, GET, or POST with a body. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** What is sent besides the key and the type of the body. */
  headers?: Record<string, string>;
  body?: { json: object } | { file: string; fields: Record<string, string> };
  /** Sent without a key. */
  isPublic?: boolean;
  /** The file that the response is saved to; without it, the response is printed. */
  saveAs?: string;
  /** The response does not end by itself. */
  isStream?: boolean;
};

export type Language = { id: string; name: string; highlight: string; write: (request: CodeRequest) => string };

export const methodOf = ({ method, body }: CodeRequest) => method ?? (body ? "POST" : "GET");

/** The headers with text as their value: the key is read from the environment. */
export const headersOf = ({ headers = {}, body }: CodeRequest): Record<string, string> =>
  body && "json" in body ? { "Content-Type": "application/json", ...headers } : headers;

/** Quoted for a language with JSON's strings. */
export const quoted = (text: string): string => JSON.stringify(text);

/** JSON over several lines, each but the first behind `indent`. */
export const pretty = (json: object, indent = ""): string =>
  JSON.stringify(json, null, 2).replaceAll("\n", `\n${indent}`);
