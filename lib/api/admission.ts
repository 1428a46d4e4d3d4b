import "server-only";
import { Refusal } from "@/lib/errors";

/**
 * Lets `most` calls run at once and refuses the others with OVERLOADED: beyond what a machine can do, a queue only
 * makes everybody late. The console and money are not counted, so they keep what is left of the machine.
 */
export function openAdmission(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  return async (work) => {
    if (running >= most) throw new Refusal("OVERLOADED");
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
