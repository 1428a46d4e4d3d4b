import { LogOut, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/dialogs/menu";
import { menuItemClass } from "@/components/ui/dialogs/menu-item-class";
import { Avatar } from "@/components/ui/text/avatar";
import { Link } from "@/components/ui/text/link";
import { LanguageSwitch, ThemeSwitch } from "./preference-switches";
import { SignOutForm } from "./sign-out-form";

export type ShellUser = { name: string; email: string; pictureId?: string | null };

/** The person's own menu, whichever business is open. */
export function UserMenu({ user }: { user: ShellUser }) {
  const t = useTranslations("shell");
  return (
    <Menu
      place="above"
      triggerClassName="flex h-11 w-full min-w-0 items-center gap-2.5 rounded-control px-1.5 transition-colors hover:bg-hover"
      trigger={
        <>
          <Avatar name={user.name} pictureId={user.pictureId} size={28} />
          <span className="sr-only">{t("account")}</span>
          <span className="min-w-0 truncate in-[.rail]:max-lg:sr-only">{user.name}</span>
        </>
      }
    >
      <div className="grid gap-0.5 border-line border-b px-2.5 py-2">
        <p className="truncate font-medium">{user.name}</p>
        <p className="truncate text-muted text-sm">{user.email}</p>
      </div>
      <div className="grid border-line border-b px-0.5 py-1">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <div className="border-line border-b py-1">
        <Link href="/account" className={menuItemClass}>
          <UserRound aria-hidden strokeWidth={1.5} />
          {t("accountMenu")}
        </Link>
      </div>
      <SignOutForm>
        <button type="submit" className={menuItemClass}>
          <LogOut aria-hidden strokeWidth={1.5} />
          {t("signOut")}
        </button>
      </SignOutForm>
    </Menu>
  );
}
