import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { metricOf, scrape } from "./scrape";

/** What Prometheus stores of one scrape. */
export type Sample = Map<string, number>;

const up = 'up{job="vang",instance="one"}';

/** Each series with the labels that Prometheus adds. */
const asScraped = (found: Sample): Sample =>
  new Map([
    [up, 1],
    ...[...found]
      .filter(([series]) => metricOf(series).startsWith("vang_"))
      .map(([series, value]): [string, number] => {
        const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
        return [`${name}{${['instance="one"', 'job="vang"', labels].filter(Boolean).join(",")}}`, value];
      }),
  ]);

/** Scrapes as Prometheus would every minute; a scrape that fails is one of a server that is down. */
export async function record(port: number, count: number, everyMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (samples.length < count) {
    samples.push(await scrape(port).then(asScraped, () => new Map([[up, 0]])));
    await sleep(everyMs);
  }
  return samples;
}

/** A recording with another value of one metric, for what cannot be had on the machine of a test. */
export const withValue = (samples: readonly Sample[], name: string, value: number): Sample[] =>
  samples.map(
    (sample) => new Map([...sample].map(([series, own]) => [series, series.startsWith(`${name}{`) ? value : own])),
  );

export type Recording = { name: string; before: Sample[]; during: Sample[]; fires: readonly string[] };

const valuesOf = (samples: readonly Sample[], series: string) =>
  samples.map((sample) => sample.get(series) ?? "_").join(" ");

/** Asserts by Prometheus's own program which alerts fire at the end of what was recorded before a fault and in it. */
export function checkAlerts(recordings: readonly Recording[]): string {
  const firing = 'group by (alertname) (ALERTS{alertstate="firing"})';
  const tests = recordings.map(({ name, before, during, fires }) => {
    const samples = [...before, ...during];
    const all = [...new Set(samples.flatMap((sample) => [...sample.keys()]))];
    const expected = fires.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 }));
    return {
      name,
      interval: "1m",
      input_series: all.map((series) => ({ series, values: valuesOf(samples, series) })),
      promql_expr_test: [
        { expr: firing, eval_time: `${before.length - 1}m`, exp_samples: [] },
        { expr: firing, eval_time: `${samples.length - 1}m`, exp_samples: expected },
      ],
    };
  });
  const directory = mkdtempSync(join(tmpdir(), "vang-alerts-"));
  try {
    const file = join(directory, "alerts.test.yml");
    const rules = resolve("docs/operate/observing/alerts.yml");
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests }));
    return promtool("test", "rules", file);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Throws with what the program of Debian's package `prometheus` says. */
export function promtool(...args: string[]): string {
  try {
    return execFileSync("promtool", args, { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message}\n${stdout}${stderr}`);
  }
}
