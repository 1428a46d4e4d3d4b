import { Transform } from "node:stream";
import { seconds } from "@/lib/clock";
import { Refusal } from "@/lib/errors";

// Before the connection itself is cut, so that the caller is told why.
const spanMs = seconds(8);
const leastBytesPerSecond = 1000;

/** Lets a body pass, and refuses it once 8 seconds brought less than 1 kB each: nobody holds a place for nothing. */
export function paceOf(watchMs = spanMs): Transform {
  let bytes = 0;
  const timer = setInterval(() => {
    if (bytes < (leastBytesPerSecond * watchMs) / 1000)
      pace.destroy(new Refusal("CLIENT_CLOSED", { message: "api.uploadTooSlow" }));
    bytes = 0;
  }, watchMs);
  const pace = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
    final(done) {
      clearInterval(timer);
      done();
    },
  });
  return pace;
}
