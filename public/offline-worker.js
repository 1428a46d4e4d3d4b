// Answers page loads while there is no network. It stores nothing, and no other request passes through here.
const words = {
  vi: ["Không có kết nối mạng", "Vang cần mạng để hoạt động. Kiểm tra kết nối rồi tải lại trang.", "Tải lại"],
  en: ["You are offline", "Vang needs a network. Check your connection, then reload the page.", "Reload"],
};

const page = (locale) => {
  const [title, lead, action] = words[locale];
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 14vh auto; padding: 1rem }
  h1 { font-size: 1.75rem; line-height: 2.5rem }
  svg { width: 2.5rem }
  a { color: inherit }
</style>
<title>${title}</title>
<svg viewBox="0 0 150 56" stroke="currentColor" stroke-width="4" stroke-linecap="round" aria-hidden="true"><path d="M15 28h.1M35 28h.1M55 28h.1M75 28h.1M95 28h.1M115 28h.1M135 28h.1"/></svg>
<h1>${title}</h1>
<p>${lead}</p>
<p><a href="">${action}</a></p>`;
};

addEventListener("install", () => skipWaiting());

addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  const locale = navigator.language.startsWith("vi") ? "vi" : "en";
  const headers = { "content-type": "text/html; charset=utf-8" };
  event.respondWith(fetch(event.request).catch(() => new Response(page(locale), { status: 503, headers })));
});
