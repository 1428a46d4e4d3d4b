import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Scope, ScopeChoice } from "@/lib/access/principals/scopes";

/** What tools name of the installation: its voices, and its models with their prices. */
export type Catalogue = {
  voices: readonly { voiceId: string; modelIds: readonly string[] }[];
  models: readonly {
    modelId: string;
    kind: "tts" | "stt";
    priceVnd: number;
    unit: "1000_characters" | "second";
    config: Record<string, unknown>;
  }[];
};

// biome-ignore lint/suspicious/noExplicitAny: the responses of every operation
export type Answered = { json: any; headers: Headers; bytes: Uint8Array };

/** Sends a request of the API with the key that the tool is called with. Throws `ToolError` for what it rejects. */
export type Ask = (
  method: "GET" | "POST" | "PUT",
  path: string,
  sent?: { query?: Record<string, string | number | undefined>; json?: object; idempotencyKey?: string },
) => Promise<Answered>;

/** What the model reads of a request that was rejected. */
export class ToolError extends Error {
  constructor(
    readonly code: string,
    message: string,
    requestId?: string,
  ) {
    super(`${message} (${code}${requestId ? `, request ${requestId}` : ""})`);
  }
}

type Linked = { uri: string; name: string; mimeType: string };

/** `fields`: at least those of the tool's output schema, which leaves out all others. */
export type ToolResult = {
  fields: Record<string, unknown>;
  link?: Linked;
  audio?: { bytes: Uint8Array; mimeType: string };
};

export type Calling = {
  ask: Ask;
  catalogue: Catalogue;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
};

/** The same for `POST /mcp` and for `vang mcp`, which imports it: a tool knows nothing but requests of the public API. */
export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  name: string;
  title: string;
  /** What its key needs, as the operation that it sends. */
  scope: Scope | ScopeChoice | "authenticated";
  /** Whether that counts among the jobs that run at once. */
  runs?: true;
  /** Whether it makes a job. */
  makesJob?: true;
  annotations: ToolAnnotations;
  /** For the model, with the price. */
  describe: (catalogue: Catalogue) => string;
  input: (catalogue: Catalogue) => Input;
  output: z.ZodObject;
  run: (sent: z.infer<Input>, calling: Calling) => Promise<ToolResult>;
};

/** Keeps the types of its fields for `run`. */
export const tool = <Input extends z.ZodObject>(made: Tool<Input>): Tool => made as unknown as Tool;

export const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/** Each call costs, and a repeat costs again. */
export const paid = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;

export const chargeOf = ({ headers }: Answered): number => Number(headers.get("x-charge-vnd") ?? 0);

const units = { "1000_characters": "1,000 characters", second: "second of audio" } as const;

/** The prices of a kind of models as a description names them. */
export function pricesOf({ models }: Catalogue, kind: "tts" | "stt"): string {
  const priced = models.filter((one) => one.kind === kind);
  const named = priced.map(({ modelId, priceVnd, unit }) => `${priceVnd} VND per ${units[unit]} (${modelId})`);
  return `PAID: ${named.join(", ")}. A test key pays nothing. chargeVnd in the result says what was charged.`;
}

/** The path of a signed link: the installation can be reached by another address than its public one. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
