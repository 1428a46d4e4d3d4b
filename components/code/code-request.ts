/** A request of the public API, to be shown as code; the key comes from the environment in every language. */
export type CodeRequest = {
  /** With the path. */
  url: string;
  body: { json: object } | { file: string; fields: Record<string, string> };
};

export type Language = { id: string; name: string; write: (request: CodeRequest) => string };

/** Quoted for a language with JSON's strings. */
export const quoted = (text: string): string => JSON.stringify(text);

/** JSON over several lines, each but the first behind `indent`. */
export const pretty = (json: object, indent = ""): string =>
  JSON.stringify(json, null, 2).replaceAll("\n", `\n${indent}`);
