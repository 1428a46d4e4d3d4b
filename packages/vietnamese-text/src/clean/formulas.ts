import type { Mapped } from "./mapped";

/** Between marks of LaTeX: a formula, and no two prices such as $5 and $10. */
const display = /\$\$(?<label>[^$]{1,2000})\$\$|\\\[(?<label2>[^\n]{1,2000}?)\\\]/g;
const inline = /(?<![\\$\p{L}\p{N}])\$(?![\s$])(?<label>[^$\n]{0,300}[^$\n\s\\])\$(?![\p{L}\p{N}$])/dgu;
/** Words of a sentence stand between two prices. */
const prose = /[\u00C0-\u024F\u1E00-\u1EFF]|,\s*\p{L}{2}|\p{L}{2,}\s+\p{L}{2,}/u;
const isFormula = (text: string): boolean =>
  /[\\^_={}+<>]|^[-−]?\p{L}(?:\(\p{L}\))?['′]?$|^\d+$/u.test(text) &&
  !prose.test(text.replace(/\\(?:text|mathrm)\s?\{[^{}]*\}|\\[A-Za-z]+/g, ""));

const commands: Record<string, string> = {
  times: "×",
  cdot: "·",
  div: ":",
  pm: "±",
  mp: "∓",
  leq: "≤",
  le: "≤",
  geq: "≥",
  ge: "≥",
  neq: "≠",
  ne: "≠",
  approx: "≈",
  equiv: "≡",
  sim: "∼",
  infty: "∞",
  sum: "∑",
  prod: "∏",
  int: "∫",
  partial: "∂",
  nabla: "∇",
  in: "∈",
  notin: "∉",
  subset: "⊂",
  cup: "∪",
  cap: "∩",
  emptyset: "∅",
  forall: "∀",
  exists: "∃",
  perp: "⊥",
  parallel: "∥",
  angle: "∠",
  triangle: "△",
  to: "→",
  rightarrow: "→",
  Rightarrow: "⇒",
  Leftrightarrow: "⇔",
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  Delta: "Δ",
  epsilon: "ε",
  varepsilon: "ε",
  theta: "θ",
  lambda: "λ",
  mu: "μ",
  pi: "π",
  rho: "ρ",
  sigma: "σ",
  Sigma: "Σ",
  tau: "τ",
  phi: "φ",
  varphi: "φ",
  omega: "ω",
  Omega: "Ω",
  circ: "°",
  degree: "°",
  ldots: "…",
  cdots: "…",
  quad: " ",
  qquad: " ",
};
const fraction = /\\[dt]?frac\s?\{([^{}\n]{1,80})\}\s?\{([^{}\n]{1,80})\}/g;
const root = /\\sqrt\s?\{(?<label>[^{}\n]{1,80})\}/g;
const words =
  /\\(?:text|mathrm|mathbf|mathit|operatorname|vec|overrightarrow|overline|hat|bar)\s?\{(?<label>[^{}\n]{1,80})\}/dg;
const command = /\\(?:(?<name>[A-Za-z]{2,15})(?![A-Za-z])|[,;:! ])/g;
const silent = new Set("left right big Big bigg displaystyle limits".split(" "));

/** Formulas of LaTeX as they are set: \frac{1}{2} is 1/2, \alpha is α, and the dollar signs around are none of money. */
export function cleanFormulas(pasted: Mapped, count: (kind: "markdownMarks") => void): Mapped {
  if (!/[$\\]/.test(pasted.text)) return pasted;
  const mark = () => count("markdownMarks");
  let text = pasted.replace(display, ({ groups }) => {
    mark();
    return groups?.label ?? groups?.label2 ?? "";
  });
  text = text.unwrap(inline, ({ groups }) => {
    const is = isFormula(groups?.label ?? "");
    if (is) mark();
    return is;
  });
  if (!/\\[A-Za-z,;:!]/.test(text.text)) return text;
  const isSimple = (part: string) => /^[\p{L}\d]{1,4}$/u.test(part);
  return text
    .unwrap(words)
    .replace(fraction, ({ 0: all, 1: above = "", 2: below = "", index, input }) => {
      mark();
      const space = /[\p{L}\d\\]/u.test(input[index + all.length] ?? "") ? " " : "";
      return `${isSimple(above) ? above : `(${above})`}/${isSimple(below) ? below : `(${below})`}${space}`;
    })
    .replace(root, ({ groups }) => `√${isSimple(groups?.label ?? "") ? groups?.label : `(${groups?.label})`}`)
    .replace(command, ({ groups }) => {
      const name = groups?.name;
      if (name === undefined) return null;
      if (silent.has(name)) return "";
      return commands[name] ?? null;
    });
}
