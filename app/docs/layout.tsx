import { DocsShell } from "@/components/docs/docs-shell";
import { supportContacts } from "@/lib/mail/support";

export default function DocsLayout({ children }: LayoutProps<"/docs">) {
  return <DocsShell contacts={supportContacts()}>{children}</DocsShell>;
}
