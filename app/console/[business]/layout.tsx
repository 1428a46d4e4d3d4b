import { notFound } from "next/navigation";
import { ConsoleShell } from "@/components/shell/console-shell";
import { LiveBalance } from "@/components/shell/live-balance";
import { QueryProvider } from "@/components/shell/query-provider";
import { signOutAction } from "@/lib/account/actions";
import { requireMember, requireViewer } from "@/lib/auth/session";
import { listBusinesses } from "@/lib/businesses/service";
import { can } from "@/lib/principals/roles";
import { getBalance } from "@/lib/wallet/balance";

export default async function BusinessLayout({ params, children }: LayoutProps<"/console/[business]">) {
  const [viewer, member] = await Promise.all([requireViewer(), requireMember((await params).business)]);
  const [businesses, balance] = await Promise.all([
    listBusinesses(viewer),
    can(member.role, "balance:read") ? getBalance(member) : null,
  ]);
  const business = businesses.find(({ slug }) => slug === member.businessSlug) ?? notFound();

  return (
    <QueryProvider>
      <ConsoleShell
        business={business}
        businesses={businesses}
        balance={balance && <LiveBalance business={business.slug} amountMilli={balance.availableMilli} />}
        user={{ name: viewer.name, email: viewer.email, pictureId: viewer.pictureId }}
        signOut={signOutAction}
      >
        {children}
      </ConsoleShell>
    </QueryProvider>
  );
}
