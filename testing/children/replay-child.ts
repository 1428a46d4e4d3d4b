import { setTimeout as sleep } from "node:timers/promises";
import { runReplays } from "@/lib/webhooks/replays/run";

// A worker that carries out replays until it is killed.
process.stdout.write("ready\n");
while (true) {
  await runReplays();
  await sleep(10);
}
