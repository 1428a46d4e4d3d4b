import type { Locale } from "@/lib/platform/i18n/locale";

type Content = { title: string; body: string; action: string; link: string; aside: string; signature: string };

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

// Email programs support neither style sheets nor our fonts: attributes only, a table for the width, nothing loaded.
const face = "font-family:'Be Vietnam Pro','Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const button = `${face};display:inline-block;padding:12px 20px;border-radius:8px;background:#b8324f;color:#ffffff;font-size:14px;font-weight:600;text-decoration:none`;
const quiet = `${face};margin:0;font-size:13px;line-height:20px;color:#6b625e`;

/** The one layout of our emails: a title, a paragraph, one button with its URL in full below, an aside. */
export function layOut(locale: Locale, content: Content): string {
  const { title, body, action, link, aside, signature } = Object.fromEntries(
    Object.entries(content).map(([part, text]) => [part, escapeHtml(text)]),
  ) as Content;
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f7f4f1">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e6dfd9;border-radius:12px">
<tr><td style="padding:32px">
<p style="${face};margin:0 0 24px;font-size:16px;font-weight:600;color:#b8324f">Vang</p>
<h1 style="${face};margin:0 0 12px;font-size:20px;line-height:30px;font-weight:600;color:#2a2421">${title}</h1>
<p style="${face};margin:0 0 24px;font-size:15px;line-height:25px;color:#2a2421">${body.replaceAll("\n", "<br>")}</p>
<p style="margin:0 0 16px"><a href="${link}" style="${button}">${action}</a></p>
<p style="${quiet};margin-bottom:24px;word-break:break-all"><a href="${link}" style="color:#6b625e">${link}</a></p>
<p style="${quiet}">${aside}</p>
</td></tr></table>
<p style="${quiet};padding:16px">${signature}</p>
</td></tr></table>
</body>
</html>
`;
}
