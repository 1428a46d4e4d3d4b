/** The value of each series of a `/metrics`, by its text: `vang_jobs_total{service="tts",result="completed"}`. */
export async function scrape(port: number | string): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (response.status !== 200) throw new Error(`The metrics are answered with ${response.status}.`);
  return seriesIn(await response.text());
}

/** The same of metrics as they are written. */
export function seriesIn(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** The metric of a series, without what a histogram adds to its name. */
export const metricOf = (series: string): string =>
  series.replace(/\{.*/, "").replace(/_(bucket|sum|count)$/, (end) => (/seconds_/.test(series) ? "" : end));
