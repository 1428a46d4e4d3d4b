import "server-only";
import type { HonoRequest } from "hono";
import type { Api } from "@/lib/access/principals/choices";
import { isDeepgramPath, jambonzPath } from "@/lib/api/live/paths";
import { describeOpenAiError, inOpenAiNames, isOpenAiPath } from "@/lib/api/openai/errors";
import { describeError, type Problem, problemHeaders } from "@/lib/api/problem";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

/** The API of another vendor, which we serve at its own paths for programs that were written for it. */
export type Vendor = {
  api: Api;
  owns: (path: string, sends: (header: string) => boolean) => boolean;
  /** Whether its clients send their key as a Bearer token. */
  takesBearer: boolean;
  /** The headers in which they send it instead; all may use `X-Api-Key`. */
  keyHeaders: readonly string[];
  /** The parameter of a URL, and its value, by which they ask that nothing is kept. */
  noRetention?: { param: string; value: boolean };
  /** The error with the names of parameters that its clients know. */
  inItsNames: (appError: AppError) => AppError;
  /** What its clients read of an error that has these names, with the fields of our problem document beside it. */
  describe: (problem: Problem, path: string) => object;
};

const renamed =
  (names: Record<string, string>) =>
  ({ code, details }: AppError): AppError => {
    const param = details.param && (names[details.param] ?? details.param);
    return new AppError(code, { ...details, param });
  };

/** The results that FPT.AI's recognizer names by number. */
export const fptStatus = { recognized: 0, noSpeech: 1, rejected: 2, busy: 9 } as const;

const deepgram: Vendor = {
  api: "deepgram",
  owns: isDeepgramPath,
  takesBearer: true,
  keyHeaders: [],
  noRetention: { param: "mip_opt_out", value: true },
  inItsNames: renamed({
    modelId: "model",
    voiceId: "model",
    languageCode: "language",
    audioFormat: "encoding",
    sampleRate: "sample_rate",
    callbackUrl: "callback",
  }),
  describe: (problem) => ({
    ...problem,
    err_code: problem.code,
    err_msg: problem.message,
    request_id: problem.requestId,
  }),
};

const elevenLabsPaths = /^\/v1\/(voices|text-to-speech|speech-to-text|pronunciation-dictionaries)(\/|$)/;

const elevenLabs: Vendor = {
  api: "elevenlabs",
  // `/v1/models` is OpenAI's too; only clients of ElevenLabs send their key like this.
  owns: (path, sends) => elevenLabsPaths.test(path) || (path === "/v1/models" && sends("xi-api-key")),
  takesBearer: false,
  keyHeaders: ["xi-api-key"],
  noRetention: { param: "enable_logging", value: false },
  inItsNames: renamed({
    voiceId: "voice_id",
    modelId: "model_id",
    languageCode: "language_code",
    audioFormat: "output_format",
    sampleRate: "output_format",
    config: "voice_settings",
  }),
  describe: (problem) => {
    const { code, message, param } = problem;
    return { ...problem, detail: { status: code.toLowerCase(), message, param } };
  },
};

const openAi: Vendor = {
  api: "openai",
  owns: isOpenAiPath,
  takesBearer: true,
  keyHeaders: [],
  inItsNames: inOpenAiNames,
  describe: describeOpenAiError,
};

const fpt: Vendor = {
  api: "fpt",
  owns: (path) => path.startsWith("/hmi/"),
  takesBearer: false,
  keyHeaders: ["api-key", "api_key"],
  inItsNames: renamed({ text: "body", voiceId: "voice", callbackUrl: "callback_url" }),
  // `error` of speech is not 0, and `status` of a transcript says what failed.
  describe: ({ status: httpStatus, ...problem }, path) => {
    const { requestId } = problem;
    if (path !== "/hmi/asr/general") return { ...problem, error: httpStatus, request_id: requestId };
    return {
      ...problem,
      status: problem.retryable ? fptStatus.busy : fptStatus.rejected,
      hypotheses: [],
      id: requestId,
    };
  },
};

const vbee: Vendor = {
  api: "vbee",
  owns: (path) => path === "/api/v1/tts" || path.startsWith("/api/v1/tts/"),
  takesBearer: true,
  keyHeaders: [],
  inItsNames: renamed({
    text: "input_text",
    voiceId: "voice_code",
    callbackUrl: "callback_url",
    audioFormat: "audio_type",
    config: "speed_rate",
  }),
  // `status` is 1 for success.
  describe: ({ status: httpStatus, ...problem }) => ({
    ...problem,
    status: 0,
    error_code: httpStatus,
    error_message: problem.message,
  }),
};

const jambonz: Vendor = {
  api: "jambonz",
  owns: (path) => path === jambonzPath,
  takesBearer: true,
  keyHeaders: [],
  inItsNames: renamed({ languageCode: "language", sampleRate: "sampleRateHz" }),
  describe: (problem) => ({ ...problem, type: "error", error: problem.message }),
};

/** Where assistants call tools. */
export const mcpPath = "/mcp";

/** JSON-RPC's own codes; what else is rejected has the first of those that are left to servers. */
const rpcCodes: Partial<Record<ErrorCode, number>> = { INVALID_JSON: -32_700, INVALID_REQUEST: -32_600 };

const mcp: Vendor = {
  api: "mcp",
  owns: (path) => path === mcpPath,
  takesBearer: true,
  keyHeaders: [],
  inItsNames: (appError) => appError,
  describe: (problem) => ({
    jsonrpc: "2.0",
    id: null,
    error: { code: rpcCodes[problem.code] ?? -32_000, message: problem.message, data: problem },
  }),
};

const vendors: readonly Vendor[] = [deepgram, elevenLabs, openAi, fpt, vbee, jambonz, mcp];

/** `sends`: whether a request has a header. */
export const vendorOf = (path: string, sends: (header: string) => boolean = () => false): Vendor | undefined =>
  vendors.find(({ owns }) => owns(path, sends));

/** The vendor whose client sent a request, by its path and headers. */
export const vendorOfRequest = (req: HonoRequest): Vendor | undefined =>
  vendorOf(req.path, (header) => req.header(header) !== undefined);

/** The error as an HTTP response. OpenAI's clients repeat the request after 408, 409, 429 and 5xx by themselves. */
export function vendorErrorResponse(vendor: Vendor, appError: AppError, requestId: string, path: string): Response {
  const problem = describeError(vendor.inItsNames(appError), requestId);
  const headers = {
    ...problemHeaders(appError, requestId),
    "content-type": "application/json",
    "x-error-code": problem.code,
    ...(problem.status === 401 && vendor.takesBearer && { "www-authenticate": "Bearer" }),
  };
  return new Response(JSON.stringify(vendor.describe(problem, path)), { status: problem.status, headers });
}
