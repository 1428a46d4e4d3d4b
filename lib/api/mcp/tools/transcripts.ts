import { z } from "zod";
import { type Ask, type Catalogue, chargeOf, paid, pricesOf, readOnly, ToolError, tool } from "../tool";
import { modelField, repeatField } from "./speech";

/** What a result has of a long transcript: more would not fit into what many assistants read at once. */
export const mostShown = 20_000;

const transcriptFields = {
  transcript: z.string().optional().describe("From offset on, at most 20,000 characters."),
  transcriptCharacters: z.number().optional().describe("Of the whole transcript."),
};

/** A part of a transcript, and how long the whole is. */
function show(transcript: string, offset = 0) {
  return { transcript: transcript.slice(offset, offset + mostShown), transcriptCharacters: transcript.length };
}

const transcribed = {
  trackingId: z.string().optional(),
  jobId: z.string().optional().describe("Of a long recording, whose job goes on: ask get_job for its transcript."),
  status: z.string(),
  ...transcriptFields,
  audioDuration: z.number().optional().describe("Seconds."),
  chargeVnd: z.number().describe("So far, of a job that goes on."),
};

/** The errors of a recording that only a job can transcribe. */
const tooLong = ["BODY_TOO_LARGE", "AUDIO_TOO_LONG"];

type Wanted = { modelId?: string; languageCode?: string; keyterms?: string[]; idempotencyKey?: string };

/** A recording as a request sends it: by its URL, and for `vang mcp` also as a file. */
export type Recording = {
  /** Transcribed while the client waits. */
  ask: (ask: Ask, wanted: Wanted & { diarize?: boolean }) => ReturnType<Ask>;
  /** What the request for a job names. */
  source: (ask: Ask) => Promise<{ url: string } | { uploadId: string }>;
};

export const recordingFields = (catalogue: Catalogue) => ({
  modelId: modelField(catalogue, "stt"),
  languageCode: z.string().optional().describe("Such as vi or en; without it, the model's own."),
  keyterms: z.array(z.string()).max(100).optional().describe("Names and words to be written like this."),
  diarize: z.boolean().default(false).describe("Whether the transcript says who speaks. Not for long recordings."),
  isLong: z.boolean().default(false).describe("Set it for more than five minutes: a job works on it, for get_job."),
  idempotencyKey: repeatField,
});

/** Transcribes a recording while the caller waits, or by a job if it is long. */
export async function transcribeRecording(
  recording: Recording,
  { isLong, ...sent }: Wanted & { isLong: boolean; diarize: boolean },
  ask: Ask,
) {
  const { idempotencyKey, diarize, ...wanted } = sent;
  if (!isLong) {
    try {
      const { json, ...answer } = await recording.ask(ask, {
        ...sent,
        ...(diarize ? { diarize } : { diarize: undefined }),
      });
      const { trackingId, transcript, audioDuration } = json;
      const bySpeaker = diarize ? speakersOf(json) : transcript;
      return {
        fields: {
          trackingId,
          status: "succeeded",
          ...show(bySpeaker),
          audioDuration,
          chargeVnd: chargeOf({ json, ...answer }),
        },
      };
    } catch (error) {
      if (!(error instanceof ToolError && tooLong.includes(error.code))) throw error;
    }
  }
  const json = { kind: "stt", ...wanted, ...(await recording.source(ask)) };
  const { jobId, status, chargeVnd } = (await ask("POST", "/jobs", { json, idempotencyKey })).json;
  return { fields: { jobId, status, chargeVnd } };
}

type Segment = { speaker?: string; text: string };

/** What each says, a line for each time. */
const speakersOf = ({ transcript, segments = [] }: { transcript: string; segments?: Segment[] }): string =>
  segments.length > 0
    ? segments.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)).join("\n")
    : transcript;

export const describeTranscription = (catalogue: Catalogue, source: string) =>
  `Transcribes ${source}. ${pricesOf(catalogue, "stt")} A long recording becomes a job, whose ID get_job takes.`;

const speechToText = tool({
  name: "speech_to_text",
  title: "Transcribe a recording",
  scope: "stt:execute",
  runs: true,
  makesJob: true,
  annotations: { ...paid, openWorldHint: true },
  describe: (catalogue) => describeTranscription(catalogue, "a recording at a public https URL"),
  input: (catalogue) =>
    z.strictObject({ url: z.string().max(2048).describe("Of the file itself."), ...recordingFields(catalogue) }),
  output: z.object(transcribed),
  run: ({ url, ...sent }, { ask }) => transcribeRecording(recordingAt(url), sent, ask),
});

export const recordingAt = (url: string): Recording => ({
  ask: (ask, { idempotencyKey, ...wanted }) => ask("POST", "/stt/url", { json: { url, ...wanted }, idempotencyKey }),
  source: async () => ({ url }),
});

const jobFields = {
  jobId: z.string(),
  kind: z.string(),
  status: z.string().describe("queued, running, paused, succeeded, failed or canceled."),
  progress: z.number().optional().describe("From 0 to 1."),
  secondsLeft: z.number().optional(),
  chargeVnd: z.number().optional().describe("So far."),
  resultCode: z.string().optional(),
  createdAt: z.string().optional(),
};

const listJobs = tool({
  name: "list_jobs",
  title: "Long jobs",
  scope: "speech",
  annotations: readOnly,
  describe: () => "Free. Lists long recordings and long texts that are or were worked on, the newest first.",
  input: () =>
    z.strictObject({
      status: z.enum(["queued", "running", "paused", "succeeded", "failed", "canceled"]).optional(),
      limit: z.int().min(1).max(100).default(20),
      cursor: z.string().optional().describe("next of the list before."),
    }),
  output: z.object({ jobs: z.array(z.object(jobFields)), next: z.string().optional() }),
  async run(query, { ask }) {
    return { fields: (await ask("GET", "/jobs", { query })).json };
  },
});

const getJob = tool({
  name: "get_job",
  title: "A job and its result",
  scope: "speech",
  annotations: readOnly,
  describe: () =>
    "Free. Says how far a job is, by its jobId or trackingId, and has its transcript or the link of its audio once it is done.",
  input: () =>
    z.strictObject({
      id: z.string().max(100),
      offset: z.int().min(0).default(0).describe("Where the shown part of a long transcript begins."),
    }),
  output: z.object({
    ...jobFields,
    ...transcriptFields,
    audioUrl: z.string().optional(),
    audioDuration: z.number().optional(),
  }),
  async run({ id, offset }, { ask }) {
    const job = await findLongJob(ask, id);
    if (job && !job.resultUrl) return { fields: job };
    const service = id.startsWith("tts_") ? "tts" : "stt";
    const { json } = await ask("GET", `/${service}/jobs`, { query: { id } });
    const { audioUrl, audioDuration, transcript } = json;
    const found = job ?? { jobId: id, kind: service, status: "succeeded" };
    const fields = { ...found, audioDuration, ...(audioUrl ? { audioUrl } : show(transcript, offset)) };
    return { fields, ...(audioUrl && { link: { uri: audioUrl, name: id, mimeType: "audio/mpeg" } }) };
  },
});

/** Undefined for a request that was no long job. */
async function findLongJob(ask: Ask, id: string) {
  try {
    return (await ask("GET", `/jobs/${encodeURIComponent(id)}`)).json;
  } catch (error) {
    if (error instanceof ToolError && ["NOT_FOUND", "RESULT_NOT_FOUND"].includes(error.code)) return undefined;
    throw error;
  }
}

export const transcriptTools = [speechToText, listJobs, getJob];
