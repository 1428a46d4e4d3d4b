import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { isLong } from "./body";
import { describeRefusal, type Problem, problemHeaders } from "./problem";

let problem: Problem | undefined;

/**
 * Answers OVERLOADED as the API does, at a tenth of its cost: nothing of what was asked is looked at. Whoever refuses what
 * it cannot do must not be kept from the rest by refusing.
 */
export function shed({ headers }: IncomingMessage, response: ServerResponse): void {
  problem ??= describeRefusal(new Refusal("OVERLOADED"), "");
  const requestId = newId("request");
  const body = JSON.stringify({ ...problem, instance: `urn:vang:request:${requestId}`, requestId });
  response.writeHead(problem.status, {
    ...problemHeaders("OVERLOADED", requestId),
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
    ...(isLong(headers["content-length"]) && { connection: "close" }),
  });
  response.end(body);
}
