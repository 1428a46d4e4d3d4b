import type { Segment, Transcription } from "./provider";

/** Phrases that recognizers trained on subtitles produce in silence: the closing words of Vietnamese videos. */
const knownHallucinations = [
  "hãy subscribe cho kênh ghiền mì gõ để không bỏ lỡ những video hấp dẫn",
  "hãy đăng ký kênh để ủng hộ kênh của mình nhé",
  "hãy đăng ký kênh để không bỏ lỡ những video hấp dẫn",
  "hãy like và subscribe kênh",
  "cảm ơn các bạn đã theo dõi",
  "cảm ơn các bạn đã theo dõi và hẹn gặp lại",
  "cảm ơn các bạn đã xem video",
  "cảm ơn đã xem",
  "các bạn hãy đăng ký cho kênh lalaschool để không bỏ lỡ những video hấp dẫn",
  "hẹn gặp lại các bạn trong những video tiếp theo",
  "phụ đề được thực hiện bởi cộng đồng amara.org",
  "subtitles by the amara.org community",
  "thanks for watching",
  "thank you for watching",
];

/** People say some of the phrases too: they are removed only from this no-speech probability of the engine on. */
const doubt = 0.5;

const bare = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

const known = new Set(knownHallucinations.map(bare));

/** Removes such phrases where the engine reports no speech or, if it never does, where the transcript has no others. */
export function withoutHallucinations(transcription: Transcription): Transcription {
  const { segments } = transcription;
  const onlyHallucinations = segments.every(({ text }) => known.has(bare(text)) || bare(text) === "");
  const isHallucination = ({ text, noSpeech }: Segment) =>
    known.has(bare(text)) && (noSpeech === undefined ? onlyHallucinations : noSpeech >= doubt);
  const kept = segments.filter((segment) => !isHallucination(segment));
  if (kept.length === segments.length) return transcription;
  return { text: kept.map(({ text }) => text.trim()).join(" "), segments: kept };
}
