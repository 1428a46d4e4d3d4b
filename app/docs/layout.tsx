import { SitePage } from "../site-page";

export default function DocsLayout({ children }: LayoutProps<"/docs">) {
  return <SitePage>{children}</SitePage>;
}
