import "server-only";
import type { HonoRequest } from "hono";
import { isDeepgramPath } from "@/lib/api/live/paths";
import { describeOpenAiError, inOpenAiNames, isOpenAiPath } from "@/lib/api/openai/errors";
import { describeError, problemHeaders } from "@/lib/api/problem";
import type { AppError } from "@/lib/platform/errors";
import { describeDeepgramError, inDeepgramNames } from "./deepgram";
import { describeElevenLabsError, inElevenLabsNames, isElevenLabs } from "./elevenlabs";
import { describeFptError, inFptNames } from "./fpt";
import { describeVbeeError, inVbeeNames } from "./vbee";

/** The API of another vendor, which we serve at its own paths for programs that were written for it. */
type Vendor = {
  owns: (path: string, sends: (header: string) => boolean) => boolean;
  /** Whether its clients send their key as a Bearer token. */
  takesBearer: boolean;
  /** The headers in which they send it instead; all may use `X-Api-Key`. */
  keyHeaders: readonly string[];
  /** The error with the names of parameters that its clients know. */
  inItsNames: (appError: AppError) => AppError;
  /** The error as its clients read it, with the fields of our own problem document beside it. */
  describe: (appError: AppError, requestId: string, path: string) => object;
};

const vendors: readonly Vendor[] = [
  {
    owns: isDeepgramPath,
    takesBearer: true,
    keyHeaders: [],
    inItsNames: inDeepgramNames,
    describe: describeDeepgramError,
  },
  {
    owns: isElevenLabs,
    takesBearer: false,
    keyHeaders: ["xi-api-key"],
    inItsNames: inElevenLabsNames,
    describe: describeElevenLabsError,
  },
  {
    owns: isOpenAiPath,
    takesBearer: true,
    keyHeaders: [],
    inItsNames: inOpenAiNames,
    describe: describeOpenAiError,
  },
  {
    owns: (path) => path.startsWith("/hmi/"),
    takesBearer: false,
    keyHeaders: ["api-key", "api_key"],
    inItsNames: inFptNames,
    describe: describeFptError,
  },
  {
    owns: (path) => path === "/api/v1/tts" || path.startsWith("/api/v1/tts/"),
    takesBearer: true,
    keyHeaders: [],
    inItsNames: inVbeeNames,
    describe: describeVbeeError,
  },
];

/** `sends`: whether a request has a header. */
export const vendorOf = (path: string, sends: (header: string) => boolean = () => false): Vendor | undefined =>
  vendors.find(({ owns }) => owns(path, sends));

/** The vendor whose client sent a request, by its path and headers. */
export const vendorOfRequest = (req: HonoRequest): Vendor | undefined =>
  vendorOf(req.path, (header) => req.header(header) !== undefined);

/** The error as an HTTP response. OpenAI's clients repeat the request after 408, 409, 429 and 5xx by themselves. */
export function vendorErrorResponse(vendor: Vendor, appError: AppError, requestId: string, path: string): Response {
  const { status, code } = describeError(appError, requestId);
  const headers = {
    ...problemHeaders(appError, requestId),
    "content-type": "application/json",
    "x-error-code": code,
    ...(status === 401 && vendor.takesBearer && { "www-authenticate": "Bearer" }),
  };
  return new Response(JSON.stringify(vendor.describe(appError, requestId, path)), { status, headers });
}
