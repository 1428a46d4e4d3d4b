import { ascii, littleEndian, pcmOf } from "@/lib/engines/audio/bytes";
import type { Audio } from "@/lib/engines/audio/formats";

/** In pieces. 16-bit PCM. Unlike our speech files it carries no AI mark, since it is a person's recording. */
export function writeWav(audio: Audio): Uint8Array[] {
  const { sampleRate } = audio;
  const pcm = new Uint8Array(pcmOf(audio).buffer);
  const monoPcm = 1 | (1 << 16);
  const twoBytes = 2 | (16 << 16);
  return [
    ascii("RIFF"),
    littleEndian(36 + pcm.length),
    ascii("WAVEfmt "),
    littleEndian(16, monoPcm, sampleRate, sampleRate * 2, twoBytes),
    ascii("data"),
    littleEndian(pcm.length),
    pcm,
  ];
}
