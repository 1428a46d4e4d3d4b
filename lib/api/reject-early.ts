import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { isLong } from "./body";
import { corsHeaders } from "./cors";
import { observeEarlyRejection } from "./observe-requests";
import { problemResponse } from "./problem";

/** Rejects a request as the API does, before it reaches the API. */
export async function rejectEarly(
  request: IncomingMessage,
  response: ServerResponse,
  appError: AppError,
): Promise<void> {
  observeEarlyRejection(appError);
  const problem = problemResponse(appError, newId("request"));
  const body = await problem.text();
  response.writeHead(problem.status, {
    ...Object.fromEntries(problem.headers),
    ...corsHeaders(request.headers.origin),
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
    ...(isRestLong(request) && { connection: "close" }),
  });
  response.end(body);
}

/** Whether so much of the body is still to come that the connection should be closed. */
function isRestLong({ complete, headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return !complete && (length ?? headers["transfer-encoding"]) !== undefined && isLong(length);
}
