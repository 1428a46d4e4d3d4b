import "server-only";
import type { z } from "zod";
import { unknownNames } from "@/lib/api/fields";
import { elevenLabsMessageSchema } from "@/lib/api/openapi/operations/elevenlabs";
import { parse } from "@/lib/api/parse";
import { describeError } from "@/lib/api/problem";
import type { SpokenAudio, SpokenCharacters } from "@/lib/speech/spoken/contract";
import type { SpokenWire } from "./connection";

type Message = z.infer<typeof elevenLabsMessageSchema>;

type About = {
  requestId: string;
  /** Whether several contexts come by the connection, each with its name. */
  isMulti: boolean;
  /** Whether the model can speak faster or slower. */
  hasSpeed: boolean;
  /** Whether our rules say how its texts are read. */
  isReadOurWay: boolean;
  /** `sync_alignment`: whether times count from the start of the context's audio, and not of the message's. */
  isSynchronous: boolean;
};

const onlyContext = "default";

/** What ElevenLabs' clients read and send at `stream-input` and `multi-stream-input`. */
export function elevenLabsWire({ requestId, isMulti, hasSpeed, isReadOurWay, isSynchronous }: About): SpokenWire {
  const ignored = new Map<string, Set<string>>();
  const note = (id: string, message: Message) => {
    const { speed, ...others } = message.voice_settings ?? {};
    const dictionaries = message.pronunciation_dictionary_locators;
    const names = [
      ...unknownNames(message, elevenLabsMessageSchema),
      ...Object.keys(others).map((name) => `voice_settings.${name}`),
      ...(speed !== undefined && speed !== 1 && !hasSpeed ? ["voice_settings.speed"] : []),
      ...(dictionaries && !isReadOurWay ? ["pronunciation_dictionary_locators"] : []),
    ];
    const known = ignored.get(id) ?? new Set();
    for (const name of names) if (known.size < 20) known.add(name.slice(0, 100));
    if (known.size > 0) ignored.set(id, known);
    return { dictionaries, ...(speed !== undefined && hasSpeed && { config: { speed } }) };
  };
  return {
    receive(sent, session) {
      const message = parse(elevenLabsMessageSchema, sent) as Message;
      const { text, flush, try_trigger_generation, close_context, close_socket } = message;
      if (isMulti && close_socket) return void session.finish();
      const id = (isMulti && message.context_id) || onlyContext;
      if (isMulti && close_context) return void session.find(id)?.drop();
      if (!isMulti && text === "") return void session.finish();
      if (text === undefined && !flush) return undefined;
      // An empty text only keeps a context.
      if (text === "" && !flush) return undefined;
      const context = session.context(id, note(id, message));
      context.text.write(text ?? "");
      if (flush) context.text.flush();
      else if (try_trigger_generation) context.text.trigger();
      return undefined;
    },
    write(output) {
      const named = isMulti ? { contextId: output.context || null } : {};
      if (output.type === "audio") return [{ ...describeAudio(output, isSynchronous ? 0 : output.start), ...named }];
      if (output.type === "flushed") return [];
      const names = [...(ignored.get(output.context) ?? [])];
      ignored.delete(output.context);
      if (output.type === "ended") {
        const last = { audio: null, isFinal: true, normalizedAlignment: null, alignment: null, ...named };
        const { finished } = output;
        const about = {
          ...(finished && { trackingId: finished.trackingId }),
          ...(names.length > 0 && { ignored: names }),
        };
        return [{ ...last, ...about }];
      }
      const problem = describeError(output.error, requestId);
      const isIdle = output.error.details.message === "spoken.idle";
      return [{ ...problem, error: isIdle ? "input_timeout_exceeded" : problem.code.toLowerCase(), ...named }];
    },
    closeCode: ({ details }) => (details.message === "spoken.idle" ? 1008 : undefined),
  };
}

const describeAudio = ({ bytes, written, spoken }: SpokenAudio, from: number) => ({
  audio: bytes.length > 0 ? Buffer.from(bytes).toString("base64") : null,
  isFinal: null,
  normalizedAlignment: describeCharacters(spoken, from),
  alignment: describeCharacters(written, from),
});

const describeCharacters = (timed: SpokenCharacters | null, from: number) =>
  timed && {
    chars: timed.characters,
    charStartTimesMs: timed.starts.map((start) => Math.max(0, Math.round((start - from) * 1000))),
    charDurationsMs: timed.ends.map((end, index) => Math.round((end - (timed.starts[index] ?? end)) * 1000)),
  };
