import { seconds } from "@/lib/clock";
import { Refusal } from "@/lib/errors";

// Before the connection itself is cut, so that the caller is told why.
const spanMs = seconds(8);
const leastBytesPerSecond = 1000;

/** Watches a body come until `stop`, and tells of the refusal once 8 seconds brought less than 1 kB each. */
export function watchPace(tooSlow: (refusal: Refusal) => void, watchMs = spanMs) {
  let bytes = 0;
  const timer = setInterval(() => {
    if (bytes < (leastBytesPerSecond * watchMs) / 1000)
      tooSlow(new Refusal("CLIENT_CLOSED", { message: "api.tooSlow" }));
    bytes = 0;
  }, watchMs);
  return {
    count({ length }: { length: number }): void {
      bytes += length;
    },
    stop: () => clearInterval(timer),
  };
}
