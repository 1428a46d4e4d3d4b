import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { setEngineStateAction } from "@/lib/operator/engines/actions";
import type { Engine } from "@/lib/operator/engines/list";
import { TestEngine } from "./test-engine";

/** The acts on an engine: a test, and the states that it is not in. */
export function EngineActs({ engine, state }: Pick<Engine, "engine" | "state">) {
  const t = useTranslations("operator.engines");
  return (
    <span className="flex flex-wrap gap-2">
      <TestEngine engine={engine} />
      {(["on", "draining", "off"] as const)
        .filter((other) => other !== state)
        .map((other) => (
          <ActDialog
            key={other}
            title={t(`actTitles.${other}`, { engine })}
            lead={t(`actLeads.${other}`)}
            trigger={{ label: t(`changes.${other}`), fullLabel: `${t(`changes.${other}`)}: ${engine}`, size: "small" }}
            action={setEngineStateAction}
            hidden={{ engine, state: other }}
            reason="staff"
            isDanger={other === "off"}
          />
        ))}
    </span>
  );
}
