import { notFound } from "next/navigation";
import { ConsoleShell } from "@/components/shell/console-shell";
import { signOutAction } from "@/lib/account/actions";
import { requireMember, requireViewer } from "@/lib/auth/session";
import { listBusinesses } from "@/lib/businesses/service";
import { getBalance } from "@/lib/wallet/balance";

export default async function BusinessLayout({ params, children }: LayoutProps<"/console/[business]">) {
  const [viewer, member] = await Promise.all([requireViewer(), requireMember((await params).business)]);
  const [businesses, balance] = await Promise.all([listBusinesses(viewer), getBalance(member)]);
  const business = businesses.find(({ slug }) => slug === member.businessSlug) ?? notFound();

  return (
    <ConsoleShell
      business={business}
      businesses={businesses}
      balanceMilli={balance.availableMilli}
      user={{ name: viewer.name, email: viewer.email }}
      signOut={signOutAction}
    >
      {children}
    </ConsoleShell>
  );
}
