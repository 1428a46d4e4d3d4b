import {
  ArrowLeft,
  ArrowLeftRight,
  AudioLines,
  BookOpen,
  Building2,
  HandCoins,
  Inbox,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestion,
  Scale,
  ScrollText,
  Siren,
  Tag,
  Undo2,
  UserCheck,
  Users,
  Workflow,
} from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CommandPalette } from "@/components/shell/command-palette";
import { Logo } from "@/components/shell/logo";
import { NavLink } from "@/components/shell/nav-link";
import { PendingPage } from "@/components/shell/pending-page";
import { PhoneMenu } from "@/components/shell/phone-menu";
import { type ShellUser, UserMenu } from "@/components/shell/user-menu";
import { SkipLink } from "@/components/ui/buttons/skip-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import type { StaffRole } from "@/lib/access/principals/roles";
import { RowKeys } from "./row-keys";

type OperatorShellProps = {
  user: ShellUser & { role: StaffRole };
  /** Whether no second person is asked for anything. */
  isAlone: boolean;
  children: ReactNode;
};

/** The frame of the operator's desk: a sidebar of its own, which narrows to icons or becomes a sheet. */
export function OperatorShell({ user, isAlone, children }: OperatorShellProps) {
  const [t, shell] = [useTranslations("operator"), useTranslations("shell")];
  const pages = operatorPages.map(({ href, word, Icon }) => ({ href, label: t(`nav.${word}`), Icon }));
  const nav = (
    <nav aria-label={shell("navigation")} className="grid flex-1 content-start gap-0.5 overflow-y-auto">
      {pages.map(({ href, label, Icon }) => (
        <NavLink
          key={href}
          href={href}
          isExact={href === "/operator"}
          icon={<Icon strokeWidth={1.5} />}
          label={label}
        />
      ))}
      <NavLink href="/console" icon={<ArrowLeft strokeWidth={1.5} />} label={shell("backToConsole")} />
    </nav>
  );
  const search = <CommandPalette entries={pages.map(({ href, label }) => ({ href, label, group: shell("pages") }))} />;
  const name = (
    <span className="grid min-w-0 leading-tight">
      <span className="truncate font-semibold">{t("name")}</span>
      <span className="truncate text-muted text-sm">{t(`roles.${user.role}`)}</span>
    </span>
  );
  return (
    <div className="min-h-dvh print:block sm:grid sm:grid-cols-[56px_minmax(0,1fr)] lg:grid-cols-[240px_minmax(0,1fr)]">
      <SkipLink label={shell("skip")} />
      <aside className="rail sticky top-0 hidden h-dvh print:hidden flex-col gap-4 border-line border-r bg-raised p-2 sm:flex lg:p-3">
        <Link href="/operator" aria-label={t("name")} className="self-center rounded-control p-1 lg:hidden">
          <Logo />
        </Link>
        <div className="hidden min-h-9 items-center px-3 lg:flex">{name}</div>
        {search}
        {nav}
        <UserMenu user={user} />
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex h-14 print:hidden items-center gap-1 border-line border-b bg-raised px-2 lg:hidden">
          <span className="sm:hidden">
            <PhoneMenu>
              {nav}
              <UserMenu user={user} />
            </PhoneMenu>
          </span>
          <div className="min-w-0 flex-1 px-2">{name}</div>
          <span className="sm:hidden">{search}</span>
        </header>
        <RowKeys />
        {isAlone && (
          <div className="px-4 pt-4">
            <Notice kind="warning">{t("alone")}</Notice>
          </div>
        )}
        <main id="content" tabIndex={-1} className="outline-none">
          <PendingPage>{children}</PendingPage>
        </main>
      </div>
    </div>
  );
}

type OperatorPage = {
  href: Route;
  /** Its name in the messages, under `operator.nav`. */
  word:
    | "today"
    | "businesses"
    | "transfers"
    | "claims"
    | "refunds"
    | "receivables"
    | "incidents"
    | "adjustments"
    | "approvals"
    | "prices"
    | "setup"
    | "engines"
    | "work"
    | "books"
    | "notifications"
    | "staff"
    | "audit";
  Icon: LucideIcon;
};

const operatorPages: readonly OperatorPage[] = [
  { href: "/operator", word: "today", Icon: LayoutDashboard },
  { href: "/operator/businesses", word: "businesses", Icon: Building2 },
  { href: "/operator/transfers", word: "transfers", Icon: ArrowLeftRight },
  { href: "/operator/claims", word: "claims", Icon: MessageCircleQuestion },
  { href: "/operator/refunds", word: "refunds", Icon: Undo2 },
  { href: "/operator/receivables", word: "receivables", Icon: HandCoins },
  { href: "/operator/books", word: "books", Icon: BookOpen },
  { href: "/operator/notifications", word: "notifications", Icon: Inbox },
  { href: "/operator/engines", word: "engines", Icon: AudioLines },
  { href: "/operator/work", word: "work", Icon: Workflow },
  { href: "/operator/incidents", word: "incidents", Icon: Siren },
  { href: "/operator/adjustments", word: "adjustments", Icon: Scale },
  { href: "/operator/approvals", word: "approvals", Icon: UserCheck },
  { href: "/operator/prices", word: "prices", Icon: Tag },
  { href: "/operator/staff", word: "staff", Icon: Users },
  { href: "/operator/setup", word: "setup", Icon: ListChecks },
  { href: "/operator/audit", word: "audit", Icon: ScrollText },
];
