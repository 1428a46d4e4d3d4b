import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Answer, type Vang, VangError } from "@vang/sdk";
import { z } from "zod";
import { serveTools, tools } from "@/lib/api/mcp/server";
import { type Answered, type Ask, pathOf, type Tool, ToolError } from "@/lib/api/mcp/tool";
import {
  describeTranscription,
  type Recording,
  recordingAt,
  transcribeRecording,
} from "@/lib/api/mcp/tools/transcripts";
import { Folder, type OpenFile } from "./folder";

/** Serves the tools of `POST /mcp` over stdin and stdout, and with them the files of a folder. Ends with its client. */
export async function serveAssistant(vang: Vang, directory: string, signal: AbortSignal): Promise<void> {
  const folder = await Folder.open(directory);
  const [{ voices }, { models }, scopes] = await Promise.all([
    vang.voices({ signal }),
    vang.models({ signal }),
    findScopes(vang, signal),
  ]);
  const offered = toolsWithFiles(vang, folder).filter(({ scope }) => isAllowed(scopes, scope));
  const askFor = (callSignal: AbortSignal) => askThrough(vang, callSignal);
  const served = serveStdio(() => serveTools({ tools: offered, catalogue: { voices, models }, askFor }));
  await Promise.race([once(process.stdin, "end"), once(process.stdin, "close"), once(signal, "abort")]);
  await served.close();
}

/** What the key may do; undefined where the installation does not say it. */
async function findScopes(vang: Vang, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const about = vang.request<{ scopes?: string[] }>("GET", "/usage/me", { signal });
  const { scopes } = await about.catch((error: unknown) => {
    if (error instanceof VangError && error.status === 404) return { scopes: undefined };
    throw error;
  });
  return scopes;
}

/** The names of which one of several scopes is enough. */
const scopeChoices: Partial<Record<string, readonly string[]>> = {
  speech: ["tts:execute", "stt:execute"],
  pronunciations: ["tts:execute", "pronunciations:manage"],
};

const isAllowed = (scopes: readonly string[] | undefined, scope: Tool["scope"]): boolean =>
  scopes === undefined ||
  scope === "authenticated" ||
  (scopeChoices[scope] ?? [scope]).some((one) => scopes.includes(one));

/** The requests of tools through the client, which sends a paid one again without another charge. */
const askThrough =
  (vang: Vang, signal: AbortSignal): Ask =>
  (method, path, { query, json, idempotencyKey } = {}) =>
    answerOf(vang.request<object>(method, path, { signal, query, idempotencyKey, ...(json && { body: json }) }));

/** What the client got, as tools read it. */
const answerOf = (sent: Promise<object>): Promise<Answered> =>
  explained(async () => {
    const found = await sent;
    if (found instanceof Uint8Array) return { json: null, headers: new Headers(), bytes: found };
    return { json: found, headers: (found as Answer<object>).meta.headers, bytes: new Uint8Array() };
  });

/** Throws what the client throws as errors that the model reads. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VangError) throw new ToolError(error.code ?? "NO_RESPONSE", error.message, error.requestId);
    throw error;
  }
}

const toolsWithFiles = (vang: Vang, folder: Folder): Tool[] =>
  tools.map((one) => {
    if (one.name === "text_to_speech") return savingTo(folder, one);
    return one.name === "speech_to_text" ? readingFrom(folder, one, vang) : one;
  });

/** The tool that speaks, with a file for its audio. */
const savingTo = (folder: Folder, one: Tool): Tool => ({
  ...one,
  describe: (catalogue) => `${one.describe(catalogue)} saveAs writes the audio into ${folder.path}.`,
  input: (catalogue) =>
    one.input(catalogue).extend({
      saveAs: z.string().min(1).max(255).optional().describe("The name of a new file, such as hello.mp3."),
    }),
  output: one.output.extend({ file: z.string().optional() }),
  async run({ saveAs, ...sent }, calling) {
    if (typeof saveAs !== "string") return one.run(sent, calling);
    // Before it costs, since the name can be wrong.
    const { handle, path } = await folder.create(saveAs);
    try {
      const spoken = await one.run(sent, calling);
      const bytes = spoken.audio?.bytes ?? (await calling.ask("GET", pathOf(String(spoken.fields.audioUrl)))).bytes;
      await handle.writeFile(bytes);
      return { ...spoken, fields: { ...spoken.fields, file: path } };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  },
});

/** A larger file is for a job. */
const mostFileBytes = 25 * 1024 * 1024;

/** The tool that transcribes, with files too. */
const readingFrom = (folder: Folder, one: Tool, vang: Vang): Tool => ({
  ...one,
  describe: (catalogue) => describeTranscription(catalogue, `a recording in ${folder.path}, or at a public https URL`),
  input: (catalogue) => {
    const { url, ...others } = one.input(catalogue).shape;
    const path = z.string().max(1024).optional().describe("Of a file, in place of url.");
    return z.strictObject({ path, url: (url as z.ZodString).optional(), ...others });
  },
  async run({ path, url, ...all }, { ask, signal }) {
    const sent = all as Parameters<typeof transcribeRecording>[1];
    if (typeof url === "string" && path === undefined) return transcribeRecording(recordingAt(url), sent, ask);
    if (typeof path !== "string" || url !== undefined)
      throw new ToolError("INVALID_REQUEST", "Send either path or url.");
    const file = await folder.read(path);
    try {
      const isLong = sent.isLong || file.size > mostFileBytes;
      return await transcribeRecording(recordingIn(file, vang, signal), { ...sent, isLong }, ask);
    } finally {
      await file.handle.close();
    }
  },
});

const recordingIn = ({ handle, path, fileName: filename }: OpenFile, vang: Vang, signal: AbortSignal): Recording => ({
  ask: (_, { idempotencyKey, keyterms, ...wanted }) => {
    const open = () => handle.createReadStream({ start: 0, autoClose: false });
    // A form has a term a line.
    const fields = { ...wanted, keyterms: keyterms?.join("\n"), responseFormat: "verbose_json" as const };
    return answerOf(vang.stt(open, fields, { filename, idempotencyKey, signal }));
  },
  source: async () => {
    const upload = await explained(async () => vang.uploads.create(await openAsBlob(path), { filename, signal }));
    return { uploadId: upload.uploadId };
  },
});
