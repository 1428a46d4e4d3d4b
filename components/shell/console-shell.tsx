import { Bell, BookOpen } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SkipLink } from "@/components/ui/buttons/skip-link";
import { Link } from "@/components/ui/text/link";
import type { Role } from "@/lib/access/principals/roles";
import { BusinessSwitcher, type NamedBusiness } from "./business-switcher";
import { CommandPalette } from "./command-palette";
import { useEntries } from "./entries";
import { Logo } from "./logo";
import { itemsFor, pagePath } from "./nav-items";
import { NavLink } from "./nav-link";
import { PendingPage } from "./pending-page";
import { PhoneMenu } from "./phone-menu";
import { type ShellUser, UserMenu } from "./user-menu";

type ConsoleShellProps = {
  business: NamedBusiness & { role: Role };
  businesses: readonly NamedBusiness[];
  balance: ReactNode;
  unread: number;
  user: ShellUser;
  /** A notice on all of the business's pages. */
  notice?: ReactNode;
  children: ReactNode;
};

/** The console's frame: a sidebar that narrows to icons or becomes a sheet, with the business and its balance. */
export function ConsoleShell(props: ConsoleShellProps) {
  const { business, businesses, balance, unread, user, notice, children } = props;
  const t = useTranslations("shell");
  const nav = <ConsoleNav business={business.slug} role={business.role} />;
  const person = (
    <div className="grid gap-1">
      <NoticeBell unread={unread} />
      <UserMenu user={user} />
    </div>
  );
  const search = <CommandPalette business={business.slug} entries={useEntries(businesses, business)} />;
  const switcher = <BusinessSwitcher current={business} businesses={businesses} />;

  return (
    <div className="min-h-dvh print:block sm:grid sm:grid-cols-[56px_minmax(0,1fr)] lg:grid-cols-[240px_minmax(0,1fr)]">
      <SkipLink label={t("skip")} />
      <aside className="rail sticky top-0 hidden h-dvh print:hidden flex-col gap-4 border-line border-r bg-raised p-2 sm:flex lg:p-3">
        <Link
          href={`/console/${business.slug}` as Route}
          aria-label="Vang"
          className="self-center rounded-control p-1 lg:hidden"
        >
          <Logo />
        </Link>
        <div className="hidden gap-0.5 lg:grid">
          {switcher}
          {balance}
        </div>
        {search}
        {nav}
        {person}
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex h-14 print:hidden items-center gap-1 border-line border-b bg-raised px-2 lg:hidden">
          <span className="sm:hidden">
            <PhoneMenu>
              {nav}
              {person}
            </PhoneMenu>
          </span>
          <div className="min-w-0 flex-1">{switcher}</div>
          {balance}
          <span className="sm:hidden">{search}</span>
        </header>
        <main id="content" tabIndex={-1} className="outline-none">
          {notice}
          <PendingPage>{children}</PendingPage>
        </main>
      </div>
    </div>
  );
}

type ConsoleNavProps = { business: string /** The reader's own. */; role: Role };

function ConsoleNav({ business, role }: ConsoleNavProps) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("navigation")} className="grid flex-1 content-start gap-0.5">
      {itemsFor(role).map(({ path, word, Icon }) => (
        <NavLink
          key={path}
          href={pagePath(business, path)}
          isExact={path === ""}
          icon={<Icon strokeWidth={1.5} />}
          label={t(word)}
        />
      ))}
      <NavLink href={"/docs" as Route} icon={<BookOpen strokeWidth={1.5} />} label={t("docs")} />
    </nav>
  );
}

function NoticeBell({ unread }: { unread: number }) {
  const t = useTranslations("notices");
  return (
    <NavLink
      href="/account/notices"
      icon={<Bell aria-hidden />}
      label={t("title")}
      count={
        unread > 0
          ? { shown: unread > 99 ? "99+" : String(unread), label: t("unreadCount", { count: unread }) }
          : undefined
      }
    />
  );
}
