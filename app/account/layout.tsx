import { AccountTabs } from "@/components/people/account/account-tabs";
import { ClientMessages } from "@/components/shell/client-messages";
import { PersonShell } from "@/components/shell/person-shell";
import { QueryProvider } from "@/components/shell/query-provider";
import { requireViewer } from "@/lib/access/auth/session";

export default async function AccountLayout({ children }: LayoutProps<"/account">) {
  await requireViewer();
  return (
    <ClientMessages areas={["account", "auth", "leaving", "notices", "passkeys", "sessions", "twoFactor"]}>
      <QueryProvider>
        <PersonShell tabs={<AccountTabs />}>{children}</PersonShell>
      </QueryProvider>
    </ClientMessages>
  );
}
