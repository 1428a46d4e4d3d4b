import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("app/globals.css", "utf8");

/** Relative luminance (WCAG 2) of an OKLCH color; conversion after Björn Ottosson's Oklab. */
function luminance(oklch: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(/\s+/).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

function contrast(theme: "light" | "dark", front: string, back: string): number {
  const [a, b] = [front, back].map((token) => {
    const pair = css.match(new RegExp(`--${token}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`));
    if (!pair) throw new Error(`globals.css has no --${token}`);
    return luminance(pair[theme === "light" ? 1 : 2] ?? "");
  }) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const surfaces = ["ground", "raised", "sunken", "hover"];
const text = [
  ...["ink", "muted", "danger"].flatMap((front) => surfaces.map((back) => [front, back])),
  ...["jade", "amber", "danger"].map((front) => [front, `${front}-wash`]),
  ...["jade", "amber", "danger"].map((back) => ["ink", `${back}-wash`]),
  ...["accent-fill", "accent-fill-hover", "danger-fill", "danger-fill-hover"].map((back) => ["on-fill", back]),
  ["ground", "ink"],
] as [string, string][];
const controls = ["edge", "ink", "accent", "accent-fill"].flatMap((front) =>
  ["ground", "raised", "sunken"].map((back) => [front, back]),
) as [string, string][];

test.each(["light", "dark"] as const)("text is readable in the %s theme", (theme) => {
  const faint = text.filter(([front, back]) => contrast(theme, front, back) < 4.5);
  expect(faint).toEqual([]);
});

test.each(["light", "dark"] as const)("controls are distinguishable in the %s theme", (theme) => {
  const faint = controls.filter(([front, back]) => contrast(theme, front, back) < 3);
  expect(faint).toEqual([]);
});
