import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { AudioStream, Vang } from "@vang/sdk";
import type { Call } from "./call";
import { CliError, UsageError } from "./fail";
import { createSpeechJob, followJob } from "./jobs";
import { openOutput } from "./output";
import { metadataOf, numberOf } from "./parse";
import { openPlayer } from "./play";
import { readStdin } from "./stdin";
import { isRead, note, print, printJson, showProgress } from "./terminal";
import { formatNumber, formatVnd, say } from "./words";

/** The longest text that `/tts/stream` takes, in Unicode code points. Longer ones are jobs. */
const mostCharacters = 5000;

const textEndings = [".txt", ".md", ".ssml", ".xml", ".html", ".htm"];

const formats = ["mp3", "wav", "pcm", "opus", "mulaw", "alaw"] as const;
type Format = (typeof formats)[number];

/** The text of an argument: `-` is what is piped, and the name of a text file is its content. */
async function textOf(argument = ""): Promise<{ text: string; isSsml: boolean }> {
  if (argument === "-") return { text: String(await readStdin()), isSsml: false };
  const ending = extname(argument).toLowerCase();
  if (!textEndings.includes(ending) || !existsSync(argument)) return { text: argument, isSsml: false };
  return { text: readFileSync(argument, "utf8"), isSsml: ending === ".ssml" };
}

/** The voice and model of a run: those named, or the first voice of the service and the first model that has it. */
async function chooseVoice(client: Vang, { given, signal }: Call): Promise<{ voiceId: string; modelId: string }> {
  const { voice, model } = given;
  if (voice && model) return { voiceId: voice, modelId: model };
  const { voices } = await client.voices({ signal });
  const fitting = voices.filter(({ modelIds }) => !model || modelIds.includes(model));
  const chosen = fitting.find(({ voiceId }) => voiceId === voice) ?? (voice ? undefined : fitting[0]);
  // An unknown voice is named by the service's own error.
  return {
    voiceId: voice ?? chosen?.voiceId ?? "",
    modelId: model ?? chosen?.modelIds[0] ?? voices[0]?.modelIds[0] ?? "",
  };
}

/** The body of a request that speaks or previews. */
async function requestOf(client: Vang, call: Call) {
  const { text, isSsml } = await textOf(call.args[0]);
  const textType = (call.given.textType ?? (isSsml ? "ssml" : "text")) as "text" | "ssml";
  const speed = numberOf("speed", call.given, { min: 0.1, max: 10 });
  const config = speed === undefined ? {} : { config: { speed } };
  return { text, textType, ...(await chooseVoice(client, call)), ...config };
}

const formatOfName = (name: string | undefined): Format | undefined =>
  formats.find((format) => extname(name ?? "").toLowerCase() === (format === "opus" ? ".ogg" : `.${format}`));

/** Converts a text to speech, and writes or plays it while it is synthesized. */
export async function speak(call: Call): Promise<void> {
  const { given, signal, vang } = call;
  const output = given.output ?? (given.play || isRead() ? undefined : "-");
  if (!output && !given.play) throw new UsageError(say("cli.needsOutput"));
  if (output === "-" && given.json) throw new UsageError(say("cli.jsonNeedsFile"));
  const player = given.play ? openPlayer() : undefined;
  const format = (given.audioFormat as Format | undefined) ?? formatOfName(output) ?? player?.format ?? "mp3";
  if (player && !player.plays(format)) throw new CliError(say("cli.cannotPlay", { player: player.name, format }));

  const client = vang();
  const body = await requestOf(client, call);
  const options = { signal, metadata: metadataOf(given), retention: given.retention as "none" | undefined };
  const isLong = [...body.text].length > mostCharacters;
  const speech = isLong
    ? await speakLongText(call, client, { ...body, audioFormat: format }, options)
    : await client.ttsStream({ ...body, audioFormat: format }, options);
  const bytes = await deliver(speech, { output, player, signal });

  const { trackingId, requestId, chargeVnd = null } = speech;
  const { voiceId, modelId } = body;
  if (given.json)
    return printJson({ trackingId, requestId, chargeVnd, output: output ?? null, format, bytes, voiceId, modelId });
  const size = say("cli.size", { kilobytes: formatNumber(bytes / 1024, 1) });
  const charge = chargeVnd === null ? [] : [formatVnd(chargeVnd)];
  note([...(output && output !== "-" ? [output] : []), size, voiceId, ...charge, trackingId ?? ""].join(" · "));
}

type SpeechBody = { text: string; voiceId: string; modelId: string; textType: "text" | "ssml"; audioFormat: Format };

/** A text that is too long for one request becomes a job, whose audio is downloaded when it is ready. */
async function speakLongText(
  call: Call,
  client: Vang,
  { textType, audioFormat, ...body }: SpeechBody,
  options: { metadata?: Record<string, string> },
): Promise<AudioStream> {
  const most = { most: formatNumber(mostCharacters) };
  if (audioFormat !== "mp3" && audioFormat !== "wav") throw new UsageError(say("cli.longTextFormat", most));
  if (textType === "ssml") throw new UsageError(say("cli.longTextSsml", most));
  const { metadata } = options;
  const job = await followJob(call, await createSpeechJob(client, { ...body, audioFormat, metadata }, call));
  const { audioUrl } = await client.speech(job.jobId, { signal: call.signal });
  const file = await client.download(audioUrl, { signal: call.signal });
  return { ...file, trackingId: job.jobId, chargeVnd: job.chargeVnd };
}

type Delivery = { output: string | undefined; player: ReturnType<typeof openPlayer> | undefined; signal: AbortSignal };

/** Writes speech to its file and player as it arrives. Returns how many bytes there were. */
async function deliver(speech: AudioStream, { output, player, signal }: Delivery): Promise<number> {
  const file = output === undefined ? undefined : openOutput(output);
  const playing = player?.start(signal);
  let bytes = 0;
  try {
    for await (const chunk of speech.audio) {
      bytes += chunk.length;
      await file?.write(chunk);
      await playing?.write(chunk);
      if (output !== "-") showProgress(say("cli.received", { kilobytes: formatNumber(bytes / 1024, 0) }));
    }
    await file?.finish();
  } catch (error) {
    file?.discard();
    playing?.stop();
    throw error;
  }
  await playing?.ended();
  return bytes;
}

/** Shows how a text is read aloud, what that costs, and what is not read. */
export async function readText(call: Call): Promise<void> {
  const client = call.vang();
  const preview = await client.preview(await requestOf(client, call), { signal: call.signal });
  if (call.given.json) return printJson(preview);
  await print(preview.spoken);
  const { characters, chargeVnd, unread, warnings } = preview;
  note(say("cli.previewed", { characters: formatNumber(characters), charge: formatVnd(chargeVnd) }));
  if (unread.length > 0) note(say("cli.unread", { parts: unread.join(", ") }));
  if (warnings.length > 0) note(say("cli.textWarnings", { warnings: warnings.join(", ") }));
}
