/** Encoders may lengthen audio by their delay and by padding of the last frame. */
export const encoderPaddingSeconds = 0.2;

/** The seconds that audio of this length is charged and reported as: started seconds, without encoder padding. */
export const startedSeconds = (durationSeconds: number): number =>
  Math.max(1, Math.ceil(durationSeconds - encoderPaddingSeconds));
