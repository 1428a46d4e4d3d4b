import "server-only";
import { unknownNames } from "@/lib/api/fields";
import { parse } from "@/lib/api/parse";
import { describeError } from "@/lib/api/problem";
import { deepgramModel } from "@/lib/speech/transcripts/deepgram";
import type { SpokenWire } from "./connection";
import { deepgramInput } from "./messages";

const say = (message: object): Promise<object[]> => Promise.resolve([message]);

type About = { requestId: string; modelId: string; ignored: readonly string[] };

/**
 * What Deepgram's clients read and send at `/v1/speak`: what is said up to a `Flush` is a job, and its audio comes in
 * binary messages. Unknown messages are ignored, with a warning.
 */
export function deepgramSpeechWire({ requestId, modelId, ignored }: About): SpokenWire {
  const { uuid, info } = deepgramModel(modelId);
  /** The number of what is being said, of what was cleared last, and of what was flushed. */
  let current = 0;
  let cleared = -1;
  const flushed = new Set<string>();
  const warn = (description: string) => ({ type: "Warning", description, code: "IGNORED" });
  return {
    greet: () => [
      {
        type: "Metadata",
        request_id: requestId,
        model_name: info.name,
        model_version: info.version,
        model_uuid: uuid,
      },
      ...(ignored.length > 0 ? [warn(`Parameters without effect: ${ignored.join(", ")}.`)] : []),
    ],
    receive(message, session) {
      const { type } = message;
      const context = () => session.context(String(current));
      if (type === "Speak") {
        context().text.write(parse(deepgramInput.speak, message)?.text ?? "");
        const names = unknownNames(message, deepgramInput.speak).slice(0, 10);
        return names.length > 0 ? say(warn(`Fields without effect: ${names.join(", ").slice(0, 500)}.`)) : undefined;
      }
      if (type === "Flush") {
        const { text } = context();
        flushed.add(String(current++));
        text.close();
      } else if (type === "Clear") {
        cleared = current++;
        const sequence = cleared;
        return session.cancel().then(() => [{ type: "Cleared", sequence_id: sequence }]);
      } else if (type === "Close") void session.finish();
      else return say(warn("Only Speak, Flush, Clear and Close have an effect."));
      return undefined;
    },
    write(output) {
      if (output.type === "audio") return output.bytes.length > 0 ? [output.bytes] : [];
      if (output.type === "failed" || output.type === "rejected") {
        const { message, code } = describeError(output.error, requestId);
        return [{ type: "Error", description: message, message, variant: code }];
      }
      const sequence = Number(output.context);
      if (output.type !== "ended" || !flushed.delete(output.context) || sequence <= cleared) return [];
      const { finished } = output;
      return [{ type: "Flushed", sequence_id: sequence, ...(finished && { tracking_id: finished.trackingId }) }];
    },
    // Deepgram's own code for an idle connection; the message before it has our error code.
    closeCode: ({ details }) => (details.message === "spoken.idle" ? 1011 : undefined),
  };
}
