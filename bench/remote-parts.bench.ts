import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, median } from "@/bench/support/measure";
import { s3Keys } from "@/testing/fakes/s3-server";
import { startNats } from "@/testing/harness/nats";
import { startRedis } from "@/testing/harness/redis";

const rounds = 3;

/**
 * The same with S3, NATS and Redis as with the embedded parts, one after the other: our own CPU time for a job, and how
 * fast finished jobs are charged. The S3 server is a small one in a process of its own; NATS is one server.
 */
export default async function bench(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "vang-bench-s3-"));
  const s3 = spawn(process.execPath, [".build/bench/s3-child.mjs", directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [OBJECTS_URL] = (await once(s3.stdout, "data")).map((line) => String(line).trim());
  const [nats, redis] = await Promise.all([startNats(), startRedis()]);
  const remote = { ...s3Keys, OBJECTS_URL, STREAM_URL: nats.url, STREAM_UNSAFE: "1", REDIS_URL: redis.url };
  try {
    const compare = (file: string, figure: RegExp) => {
      const measured = Array.from(
        { length: rounds },
        () => [run(file, figure, {}), run(file, figure, remote)] as const,
      );
      return { embedded: median(measured.map(([one]) => one)), remote: median(measured.map(([, one]) => one)) };
    };
    const cpu = compare("parts.bench.ts", /CPU time of a job +([\d.]+) ms/);
    const charged = compare("ingest.bench.ts", /charged a second +(\d+)/);
    const ratio = cpu.remote / cpu.embedded;
    return [
      { what: "CPU time of a job, embedded", value: `${cpu.embedded.toFixed(2)} ms` },
      { what: "with S3, NATS and Redis", value: `${ratio.toFixed(2)} ×`, target: "≤ 1.5 ×", met: ratio <= 1.5 },
      { what: "jobs charged a second, embedded", value: charged.embedded.toFixed(0) },
      { what: "with NATS on one server", value: `${(charged.remote / charged.embedded).toFixed(2)} ×` },
    ];
  } finally {
    s3.kill();
    await Promise.all([nats.stop(), redis.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A figure of another bench, in a process with these settings. */
function run(file: string, figure: RegExp, settings: Record<string, string | undefined>): number {
  const options = { env: { ...process.env, ...settings }, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ["scripts/bench.mjs", "--one", file], options);
  const found = figure.exec(stdout)?.[1];
  if (!found) throw new Error(`${file} measured nothing: ${stdout}${stderr}`);
  return Number(found);
}
