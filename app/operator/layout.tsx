import { OperatorShell } from "@/components/operator/operator-shell";
import { ClientMessages } from "@/components/shell/client-messages";
import { QueryProvider } from "@/components/shell/query-provider";
import { requireStaff } from "@/lib/access/auth/staff";
import { env } from "@/lib/platform/env";

export default async function OperatorLayout({ children }: LayoutProps<"/operator">) {
  const { name, email, pictureId, role } = await requireStaff();
  return (
    <ClientMessages areas={["account", "audit", "naturalVoices", "operator", "passkeys", "twoFactor"]}>
      <QueryProvider>
        <OperatorShell user={{ name, email, pictureId, role }} isAlone={env.SECOND_PERSON === "off"}>
          {children}
        </OperatorShell>
      </QueryProvider>
    </ClientMessages>
  );
}
