import { chunkLengths } from "@/lib/speech/jobs/recordings/prepare";
import { startLongJobs } from "@/lib/speech/jobs/work";

// A worker for long jobs, to be killed at the point named by VANG_FAIL. Its parts are short, unless it is given `long`.
if (process.argv[2] !== "long") {
  chunkLengths.shortestSeconds = 6;
  chunkLengths.longestSeconds = 9;
}
startLongJobs();
