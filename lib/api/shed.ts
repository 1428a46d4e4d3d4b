import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { isLong } from "./body";
import { corsHeaders } from "./cors";
import { describeRefusal, type Problem, problemHeaders } from "./problem";

const described = new WeakMap<Refusal, Problem>();

/**
 * Refuses as the API does, at a tenth of its cost: nothing of what was asked is looked at. `refusal` is the same one for
 * all: it is put into words once.
 */
export function refuseUnseen(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const problem = described.get(refusal) ?? describeRefusal(refusal, "");
  described.set(refusal, problem);
  const requestId = newId("request");
  const body = JSON.stringify({ ...problem, instance: `urn:vang:request:${requestId}`, requestId });
  response.writeHead(problem.status, {
    ...problemHeaders(refusal.code, requestId),
    ...corsHeaders(request.headers.origin),
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
    ...(isRestLong(request) && { connection: "close" }),
  });
  response.end(body);
}

/** Whether more may still come of a body than is worth reading off. */
function isRestLong({ complete, headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return !complete && (length ?? headers["transfer-encoding"]) !== undefined && isLong(length);
}
