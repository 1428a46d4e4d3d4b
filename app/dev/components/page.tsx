import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LanguageSwitch, ThemeSwitch } from "@/components/shell/preference-switches";
import { ButtonGallery } from "@/components/ui/gallery/button-gallery";
import { FormGallery } from "@/components/ui/gallery/form-gallery";
import { MessageGallery } from "@/components/ui/gallery/message-gallery";
import { OverlayGallery } from "@/components/ui/gallery/overlay-gallery";
import { SoundGallery } from "@/components/ui/gallery/sound-gallery";
import { TableGallery } from "@/components/ui/gallery/table-gallery";
import { Page } from "@/components/ui/text/page";
import { hasDevelopmentPages } from "@/lib/access/auth/development";

export const metadata: Metadata = { title: "Components" };

/** Every component in its states, in both themes with `?theme=both`. For developers, so not translated. */
export default async function ComponentsPage({ searchParams }: PageProps<"/dev/components">) {
  if (!(await hasDevelopmentPages())) notFound();
  const both = (await searchParams).theme === "both";

  return (
    <main>
      <Page title="Components" lead="Each one in all its states." action={<Preferences />}>
        <div className={both ? "grid gap-6 xl:grid-cols-2" : "grid"}>
          {(both ? ["light", "dark"] : [undefined]).map((theme) => (
            <div
              key={theme ?? "chosen"}
              data-theme={theme}
              className="grid min-w-0 content-start gap-6 bg-ground text-ink"
            >
              <ButtonGallery />
              <FormGallery />
              <MessageGallery />
              <SoundGallery />
              <TableGallery />
              <OverlayGallery />
            </div>
          ))}
        </div>
      </Page>
    </main>
  );
}

function Preferences() {
  return (
    <div className="grid justify-items-end">
      <LanguageSwitch />
      <ThemeSwitch />
    </div>
  );
}
