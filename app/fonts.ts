import localFont from "next/font/local";

// Two subsets, so that a page without Vietnamese loads none; characters in neither use the system's font. Only the last
// of a stack has a fallback of its own, or it would be used before the others. next/font reads these calls without
// running them: every value must be a literal.
const text = localFont({
  variable: "--font-text",
  src: [
    { path: "../node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-400-normal.woff2", weight: "400" },
    { path: "../node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-500-normal.woff2", weight: "500" },
    { path: "../node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-600-normal.woff2", weight: "600" },
  ],
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212",
    },
  ],
  adjustFontFallback: "Arial",
  // The text is laid out once: a font that comes late is used from the next page on.
  display: "optional",
});

const textVietnamese = localFont({
  variable: "--font-text-vietnamese",
  src: [
    {
      path: "../node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-400-normal.woff2",
      weight: "400",
    },
    {
      path: "../node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-500-normal.woff2",
      weight: "500",
    },
    {
      path: "../node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-600-normal.woff2",
      weight: "600",
    },
  ],
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB",
    },
  ],
  adjustFontFallback: false,
  display: "optional",
});

const code = localFont({
  variable: "--font-code",
  src: "../node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2",
  weight: "400",
  declarations: [{ prop: "unicode-range", value: "U+0000-00FF, U+2000-206F, U+2190-2193, U+2212" }],
  adjustFontFallback: false,
  display: "optional",
  preload: false,
});

const codeVietnamese = localFont({
  variable: "--font-code-vietnamese",
  src: "../node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-vietnamese-400-normal.woff2",
  weight: "400",
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+1EA0-1EF9, U+20AB",
    },
  ],
  adjustFontFallback: false,
  display: "optional",
  preload: false,
});

/** Be Vietnam Pro and JetBrains Mono as the CSS variables that globals.css names. */
export const fonts = [text, textVietnamese, code, codeVietnamese].map(({ variable }) => variable).join(" ");
