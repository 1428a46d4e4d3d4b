import { minutes } from "@/lib/platform/clock";

/** How long, and of how many objects, what was read is kept. */
const keptMs = minutes(1);
const mostKept = 8;

/**
 * Reads an object once for all who need it within a minute, such as the parts of one job. Objects never change; what is
 * returned must not be changed either.
 */
export function readOnce<Value>(read: (object: string) => Promise<Value>): (object: string) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (object) => {
    const known = kept.get(object);
    if (known) return known;
    const reading = read(object);
    kept.set(object, reading);
    const forget = () => kept.get(object) === reading && kept.delete(object);
    reading.catch(forget);
    setTimeout(forget, keptMs).unref();
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return reading;
  };
}
