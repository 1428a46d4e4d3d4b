import "server-only";
import { hasFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { AppError } from "@/lib/platform/errors";
import { inputExtensions, inputNames } from "./formats";

/** The uploads that this installation takes, for pages, documentation and errors: their names and their extensions. */
export function acceptedAudio(): { formats: string; extensions: string } {
  const kind = hasFfmpeg() ? "decoded" : "plain";
  return { formats: inputNames[kind], extensions: inputExtensions[kind] };
}

export const unsupportedAudio = (): AppError =>
  new AppError("AUDIO_UNSUPPORTED", {
    param: "file",
    message: "speech.unsupported",
    values: { formats: acceptedAudio().formats },
  });
