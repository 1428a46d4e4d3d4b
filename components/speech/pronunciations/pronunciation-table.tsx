import { useTranslations } from "next-intl";
import { type Column, Table } from "@/components/ui/lists/table";
import type { Pronunciation } from "@/lib/speech/pronunciations/schema";
import { RemovePronunciation } from "./pronunciation-form";

type PronunciationTableProps = {
  words: readonly Pronunciation[];
  /** The business, if the reader can change them; without it they are only shown. */
  removeIn?: string;
};

export function PronunciationTable({ words, removeIn }: PronunciationTableProps) {
  const t = useTranslations("pronunciations");
  const columns: Column<Pronunciation>[] = [
    { head: t("written"), cell: ({ written }) => <span className="font-medium wrap-anywhere">{written}</span> },
    { head: t("spoken"), cell: ({ spoken }) => <span className="wrap-anywhere">{spoken}</span> },
  ];
  if (removeIn) {
    columns.push({
      head: t("actions"),
      quiet: true,
      cell: ({ written }) => <RemovePronunciation business={removeIn} written={written} />,
    });
  }
  return <Table caption={t("title")} columns={columns} rows={words} rowKey={({ written }) => written} />;
}
