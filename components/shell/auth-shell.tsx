import type { ReactNode } from "react";
import { Link } from "@/components/ui/text/link";
import { Wordmark } from "./logo";
import { LanguageSwitch, ThemeSwitch } from "./preference-switches";

type AuthShellProps = {
  title: string;
  lead?: ReactNode /** The link to a related page. */;
  foot?: ReactNode;
  children: ReactNode;
};

export function AuthShell({ title, lead, foot, children }: AuthShellProps) {
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-96 grid-rows-[1fr_auto] gap-8 p-4">
      {/* Aligned to the top, so that nothing moves when a form shows a message. */}
      <main className="grid content-start gap-6 pt-[min(14dvh,8rem)] pb-8 [&_form>button]:justify-self-stretch">
        <Link href="/" className="justify-self-start rounded-control">
          <Wordmark />
        </Link>
        <header className="grid gap-1">
          <h1 className="font-semibold text-balance text-2xl wrap-anywhere">{title}</h1>
          {lead && <p className="text-muted text-pretty wrap-anywhere">{lead}</p>}
        </header>
        {children}
        {foot && <p className="text-muted">{foot}</p>}
      </main>
      <footer className="-mx-2 flex flex-wrap justify-between gap-2">
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}
