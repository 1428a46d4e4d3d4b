/** An email as an email program shows it: no script runs, nothing loads, and links open in the whole window. */
export function MailFrame({ title, html }: { title: string; html: string }) {
  return (
    <iframe
      title={title}
      srcDoc={html.replace("<head>", '<head><base target="_top">')}
      sandbox="allow-top-navigation-by-user-activation"
      className="h-[680px] w-full rounded-card border border-line"
    />
  );
}
