import type { ComponentProps, ReactNode } from "react";
import { SectionList } from "./section-list";

export type Section = {
  id: string;
  title: string;
  content: ReactNode /** The content itself has the id. */;
  ownsId?: true;
};

type SectionsProps = { label: string; sections: readonly Section[] } & Pick<
  ComponentProps<typeof SectionList>,
  "moved"
>;

/** The sections of a long page, with a list of them that stays beside. On a narrow screen the list is above. */
export function Sections({ label, sections, moved }: SectionsProps) {
  const links = sections.map(({ id, title }) => ({ id, title }));
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
      <SectionList label={label} sections={links} moved={moved} />
      <div className="grid min-w-0 gap-6">
        {sections.map(({ id, content, ownsId }) => (
          <div key={id} id={ownsId ? undefined : id} className="min-w-0 scroll-mt-20 lg:scroll-mt-6">
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
