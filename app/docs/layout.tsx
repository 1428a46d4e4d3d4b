import { DocsShell } from "@/components/docs/docs-shell";
import { supportContacts } from "@/lib/support";

export default function DocsLayout({ children }: LayoutProps<"/docs">) {
  return <DocsShell contacts={supportContacts()}>{children}</DocsShell>;
}
