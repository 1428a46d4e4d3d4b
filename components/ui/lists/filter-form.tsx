import { clsx } from "clsx";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";

type FilterFormProps = {
  /** The list without a filter. */
  path: Route;
  /** What is applied; another filter mounts the controls again. */
  filter: object;
  /** The catalogue namespace with `apply` and `clear`. */
  words: string;
  /** Its main field searches by what is typed: the catalogue namespace has `find` too. */
  isSearch?: boolean;
  /** On a phone two controls share a line. */
  isPaired?: boolean;
  children: ReactNode;
};

/** Filters a list by its URL alone: it works before scripts load, and a filtered list can be shared. */
export function FilterForm({ path, filter, words, isSearch, isPaired, children }: FilterFormProps) {
  const t = useTranslations(words);
  return (
    <search>
      <form
        key={JSON.stringify(filter)}
        action={path}
        className={clsx("grid items-end gap-3 sm:flex sm:flex-wrap", isPaired && "grid-cols-2")}
      >
        {children}
        <div className={clsx("flex flex-wrap gap-2", isPaired && "col-span-2")}>
          <Button type="submit">{t(isSearch ? "find" : "apply")}</Button>
          {Object.values(filter).some(Boolean) && (
            <ButtonLink href={path} variant="ghost">
              {t("clear")}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
