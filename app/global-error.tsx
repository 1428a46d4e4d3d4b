"use client";

// It replaces the whole page, layout and messages included, and its code is part of every page: so its few texts are
// here and not in a catalogue.
const words = {
  vi: {
    title: "Vang gặp lỗi",
    lead: "Lỗi nằm ở phía chúng tôi. Những gì bạn đã lưu vẫn còn nguyên. Bạn thử lại sau ít phút.",
    action: "Thử lại",
    requestId: "Mã yêu cầu",
  },
  en: {
    title: "Vang ran into a fault",
    lead: "The fault is ours. Everything you saved is kept. Try again in a few minutes.",
    action: "Try again",
    requestId: "Request id",
  },
};

type GlobalErrorProps = { error: Error & { digest?: string }; retry: () => void };

export default function GlobalError({ error, retry }: GlobalErrorProps) {
  // The page that failed was in the reader's language.
  const locale = typeof document !== "undefined" && document.documentElement.lang === "en" ? "en" : "vi";
  const t = words[locale];
  return (
    <html lang={locale}>
      <body
        style={{
          fontFamily: "system-ui, sans-serif",
          lineHeight: 1.6,
          maxWidth: "34rem",
          margin: "20vh auto",
          padding: "1rem",
        }}
      >
        <title>{t.title}</title>
        <h1>{t.title}</h1>
        <p>{t.lead}</p>
        {error.digest && (
          <p>
            {t.requestId}: <code>{error.digest}</code>
          </p>
        )}
        <button type="button" onClick={retry}>
          {t.action}
        </button>
      </body>
    </html>
  );
}
