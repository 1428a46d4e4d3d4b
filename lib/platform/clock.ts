let offsetMs = 0;

/** The only source of time, so that a test can move it. */
export const clock = {
  now: () => new Date(Date.now() + offsetMs),
  /** Moves time for this process. Tests only. */
  advance: (ms: number) => {
    offsetMs += ms;
  },
  reset: () => {
    offsetMs = 0;
  },
};

export const seconds = (count: number) => count * 1000;
export const minutes = (count: number) => seconds(count * 60);
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);
