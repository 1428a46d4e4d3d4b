import "server-only";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/platform/process-wide";
import {
  type CounterName,
  type Definition,
  definitions,
  type GaugeName,
  type HistogramName,
  type Labels,
} from "./definitions";

const known: readonly Definition[] = definitions;

/** Every metric of this process, without those of Node. */
const registry = processWide("metrics", () => {
  const made = new Registry();
  for (const { name, type, help, labels = [], buckets = [], aggregator = "sum" } of known) {
    const common = { name, help, labelNames: [...labels], aggregator, registers: [made] };
    if (type === "counter") new Counter(common);
    else if (type === "gauge") new Gauge(common);
    else new Histogram({ ...common, buckets: [...buckets] });
  }
  return made;
});

const findMetric = <Kind>(name: string) => registry.getSingleMetric(name) as Kind;

/** Besides, what Node says of this process of `role`: memory, processor time, the event loop and garbage collection. */
export function watchProcess(role: string): void {
  if (registry.getSingleMetric("process_cpu_seconds_total")) return;
  collectDefaultMetrics({ register: registry, labels: { role } });
  // Otherwise the average of a blocked process and one without work.
  for (const metric of registry.getMetricsAsArray())
    if (metric.name.startsWith("nodejs_eventloop_lag")) (metric as { aggregator?: string }).aggregator = "max";
}

export const increment = <Name extends CounterName>(name: Name, labels: Labels<Name>, by = 1): void =>
  findMetric<Counter>(name).inc(labels, by);

export const observe = <Name extends HistogramName>(name: Name, labels: Labels<Name>, seconds: number): void =>
  findMetric<Histogram>(name).observe(labels, seconds);

/** The whole gauge at once: series that are not named any more disappear. */
export function setGauge<Name extends GaugeName>(name: Name, series: readonly [Labels<Name>, number][]): void {
  const gauge = findMetric<Gauge>(name);
  gauge.reset();
  // One without labels begins with 0, which would be a value that was never measured.
  const definition = known.find((one) => one.name === name);
  if (!definition?.labels) gauge.remove();
  for (const [labels, value] of series) gauge.set(labels, value);
}

/** Measures how long `work` takes; `labelsOf` gets its error, or undefined after a success. */
export async function timed<Name extends HistogramName, Result>(
  name: Name,
  labelsOf: (error: unknown) => Labels<Name>,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const end = (error?: unknown) => observe(name, labelsOf(error), (performance.now() - startedAt) / 1000);
  try {
    const result = await work();
    end();
    return result;
  } catch (error) {
    end(error ?? new Error());
    throw error;
  }
}

/** A counter that something else has counted. */
export function setCounter<Name extends CounterName>(name: Name, series: readonly [Labels<Name>, number][]): void {
  findMetric<Counter>(name).reset();
  for (const [labels, value] of series) increment(name, labels, value);
}

/** What a process knows of its metrics, as it is sent to the supervisor. */
export type Snapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

type Source = "own" | NonNullable<Definition["source"]>;

/** The values of this process that come from these sources; `own` is what each process knows for itself. */
export async function takeSnapshot(sources: readonly Source[]): Promise<Snapshot> {
  const others = new Set(
    known.filter(({ source = "own" as const }) => !sources.includes(source)).map(({ name }) => name as string),
  );
  const metrics = await registry.getMetricsAsJSON();
  return metrics
    .filter(({ name }) => !others.has(name))
    .map((metric) => ({ ...metric, values: metric.values.filter(({ value }) => Number.isFinite(value)) }));
}

/** What remains of a process that has ended or does not answer: a total that became less would count twice. */
export const countedOf = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type }) => /counter|histogram/.test(String(type)));

/** At once, so that no process can end meanwhile: what `aggregate` makes has its values, which its type does not say. */
export const mergeSnapshots = (snapshots: readonly Snapshot[]): Snapshot =>
  AggregatorRegistry.aggregate([...snapshots]).getMetricsAsArray() as unknown as Snapshot;

/** As Prometheus reads it, with `metricsType`. */
export const writeMetrics = (snapshots: readonly Snapshot[]): Promise<string> =>
  AggregatorRegistry.aggregate([...snapshots]).metrics();

export const metricsType: string = Registry.PROMETHEUS_CONTENT_TYPE;
