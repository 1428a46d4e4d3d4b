import { processWide } from "@/lib/platform/process-wide";

export const engineStates = ["on", "draining", "off"] as const;
export type EngineState = (typeof engineStates)[number];

export type EngineSetting = { engine: string; state: EngineState; weights: Record<string, number> };

/** All copies of our modules in a process share what was read last. */
const latest = processWide("engine settings", () => ({
  text: "[]",
  byEngine: new Map<string, EngineSetting>(),
}));

/** What the staff set for the engines, from now on in this process. */
export function applySettings(rows: readonly EngineSetting[]): void {
  const text = JSON.stringify(rows);
  if (text === latest.text) return;
  latest.text = text;
  latest.byEngine = new Map(rows.map((row) => [row.engine, row]));
}

export const stateOfEngine = (engine: string): EngineState => latest.byEngine.get(engine)?.state ?? "on";

/** An upstream server's share of its engine's requests, where the staff set one. */
export const weightOf = (engine: string, host: string): number | undefined =>
  latest.byEngine.get(engine)?.weights[host];
