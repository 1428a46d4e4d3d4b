import type { Segment, Transcription } from "./provider";

/**
 * What recognisers trained on subtitles are known to "hear" where nobody speaks: the closing words of Vietnamese
 * videos. Compared without case, marks and punctuation.
 */
const ghosts = [
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

/** A phrase that a person may well say is a ghost only where the engine itself doubts that anyone speaks. */
const doubt = 0.5;

const bare = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

const known = new Set(ghosts.map(bare));

/**
 * The transcription without phrases that recognisers make up in silence. One is dropped where the engine doubts that
 * anyone speaks, or, from engines that do not say, where ghosts are all there is.
 */
export function withoutGhosts(transcription: Transcription): Transcription {
  const { segments } = transcription;
  const onlyGhosts = segments.every(({ text }) => known.has(bare(text)) || bare(text) === "");
  const kept = segments.filter((segment) => !isGhost(segment, onlyGhosts));
  if (kept.length === segments.length) return transcription;
  return { text: kept.map(({ text }) => text.trim()).join(" "), segments: kept };
}

const isGhost = ({ text, noSpeech }: Segment, onlyGhosts: boolean) =>
  known.has(bare(text)) && (noSpeech === undefined ? onlyGhosts : noSpeech >= doubt);
