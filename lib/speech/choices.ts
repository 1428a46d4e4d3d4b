/** Encoders may lengthen audio by their delay and by padding of the last frame. */
export const encoderPaddingSeconds = 0.2;

/** The seconds that audio of this length is charged and reported as: started seconds, without encoder padding. */
export const startedSeconds = (durationSeconds: number): number =>
  Math.max(1, Math.ceil(durationSeconds - encoderPaddingSeconds));

/** Speech at its usual speed: a first guess of how long a text is when it is read aloud. */
export const wordsPerSecond = 4;

/** What the front page reads, and the playground offers first: a price, a date and abbreviations. */
export const sampleSentence = "Hóa đơn 1.250.000đ, hạn 20/11, nộp tại UBND P.5";

/** The longest text that a visitor can have spoken on the front page. */
export const maxSampleCharacters = 200;

/** The longest recording that a visitor can have transcribed there. */
export const maxSampleSeconds = 15;

/** How long a shared link of a trace works, in days. */
export const sharedDays = 7;

/** How many shared links of traces a business can have at once. */
export const mostSharedLinks = 100;
