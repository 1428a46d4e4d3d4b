import { AccountShell } from "@/components/account/account-shell";
import { QueryProvider } from "@/components/shell/query-provider";
import { requireViewer } from "@/lib/auth/session";

export default async function AccountLayout({ children }: LayoutProps<"/account">) {
  await requireViewer();
  return (
    <QueryProvider>
      <AccountShell>{children}</AccountShell>
    </QueryProvider>
  );
}
