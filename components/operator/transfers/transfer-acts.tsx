import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { closeTransferAction, correctTransferAction } from "@/lib/operator/transfers/actions";
import type { TransferDetail } from "@/lib/operator/transfers/find";
import { formatTime } from "@/lib/platform/i18n/format";

/** Everything that can be done with a transfer in its state, except crediting it. */
export function TransferActs({ transfer }: { transfer: TransferDetail }) {
  const t = useTranslations("operator.transfers");
  const locale = useLocale();
  const { id, acts, returnable, payable, business, direction, seen } = transfer;
  const choices = {
    closeReturned: returnable.map(({ reference, occurredAt, business: of, ...one }) => ({
      value: `${one.id} ${one.seen}`,
      label: [of?.name, formatTime(occurredAt, locale), reference].filter(Boolean).join(", "),
    })),
    closeRefund: payable.map(({ createdAt, business: of, ...one }) => ({
      value: `${one.id} ${one.seen}`,
      label: `${of.name}, ${formatTime(createdAt, locale)}`,
    })),
  };
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map((act) => {
        if (act === "assign") return null;
        const isDanger = act === "void" || act === "reverse" || act === "unassign";
        const words = {
          title: t(`actTitles.${act}`),
          lead: t(`actLeads.${act}`, { direction }),
          trigger: { label: t(`acts.${act}`) },
          reason: business && act !== "closeOwn" ? ("business" as const) : ("staff" as const),
          isDanger,
        };
        if (act !== "closeReturned" && act !== "closeRefund")
          return <ActDialog key={act} {...words} action={correctTransferAction} hidden={{ id, act, seen }} />;
        if (choices[act].length === 0) return null;
        return (
          <ActDialog
            key={act}
            {...words}
            action={closeTransferAction}
            hidden={{ id, act, seen }}
            fields={[{ name: "other", label: t(`others.${act}`), choices: choices[act] }]}
          />
        );
      })}
    </div>
  );
}
