import "server-only";
import type { Context } from "hono";
import { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import { AppError } from "@/lib/platform/errors";
import type { ApiEnv, ApiSession } from "./authenticate";
import { flag } from "./live/schema";
import type { Declared } from "./openapi/declaration";
import { type Vendor, vendorOfRequest } from "./vendors/vendors";

/** What a request can wish for the content of its job. */
const retentions = z.enum(["none", "default"]);

/**
 * The caller of a request, of whose jobs nothing is kept if its key, its token or the request asks for it: none of them
 * takes back what another one says. Throws INVALID_REQUEST.
 */
export function withRetention(
  { caller, granted }: Pick<ApiSession, "caller" | "granted">,
  c: Context<ApiEnv>,
  declaration: Declared,
): Caller {
  const isWished = readRetention(c, declaration).some(Boolean);
  if (!isWished && !caller.keepsNothing && !granted?.keepsNothing) return caller;
  return { ...caller, keepsNothing: true, retentionDays: 0 };
}

/** Whether the header, the parameter of a WebSocket, and what clients of another vendor send for it wish so. */
function readRetention(c: Context<ApiEnv>, { query }: Declared): boolean[] {
  const known = Object.keys((query as z.ZodObject | undefined)?.shape ?? {});
  const { noRetention } = vendorOfRequest(c.req) ?? {};
  return [
    isNone("X-Retention", c.req.header("x-retention")),
    known.includes("retention") && isNone("retention", c.req.query("retention")),
    noRetention !== undefined && isValue(noRetention, c.req.query(noRetention.param)),
  ];
}

function isNone(param: string, sent: string | undefined): boolean {
  const { success, data } = retentions.safeParse(sent ?? "default");
  if (!success) throw invalid(param, retentions.options.join(", "));
  return data === "none";
}

function isValue({ param, value }: NonNullable<Vendor["noRetention"]>, sent: string | undefined): boolean {
  const { success, data } = flag.safeParse(sent ?? String(!value));
  if (!success) throw invalid(param, "true, false");
  return data === value;
}

const invalid = (param: string, allowed: string) =>
  new AppError("INVALID_REQUEST", { param, message: "api.retentionInvalid", values: { param, allowed } });

/** What a response says of it. */
export const keptHeaders = ({ keepsNothing }: Pick<Caller, "keepsNothing">): Record<string, string> =>
  keepsNothing ? { "x-retention": "none" } : {};
