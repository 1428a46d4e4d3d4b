"use client";

import { Plus, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog, DialogActions, DialogClose } from "@/components/ui/dialogs/dialog";
import { RadioCards } from "@/components/ui/fields/choice-cards";
import { SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { SecretPanel } from "@/components/ui/text/secret-panel";
import type { Role } from "@/lib/access/principals/roles";
import { createKeyAction, revokeKeyAction, rotateKeyAction } from "@/lib/keys/actions";
import { type KeyMode, keyModes, overlaps } from "@/lib/keys/choices";
import { type KeyBounds, KeyFields } from "./edit-key-form";
import { FirstCall, type FirstCallExample } from "./first-call";

type CreateKeyDialogProps = {
  business: string;
  role: Role;
  example: FirstCallExample;
  bounds: Record<KeyMode, KeyBounds>;
  /** The service accounts that it can be for. */
  accounts: readonly { id: string; name: string }[];
};

/** A click outside leaves it open: the secret it ends with cannot be shown again. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("newTitle")}
      keepOpen
      hash="#new"
      trigger={{ label: t("new"), icon: <Plus />, variant: "primary" }}
    >
      <CreateKeyForm {...props} />
    </Dialog>
  );
}

function CreateKeyForm({ business, role, example, bounds, accounts }: CreateKeyDialogProps) {
  const t = useTranslations("keys");
  const [mode, setMode] = useState<KeyMode>("live");
  const choices = keyModes.map((value) => ({
    value,
    label: t(`modes.${value}.label`),
    hint: t(`modes.${value}.hint`),
  }));
  return (
    <Form
      action={createKeyAction}
      stepUp={StepUp}
      hidden={{ business }}
      result={({ secret }) => <NewSecret secret={secret} example={example} />}
      cancel={t("cancel")}
      submit={t("create")}
    >
      {(state) => (
        <>
          <RadioCards
            legend={t("mode")}
            name="mode"
            choices={choices}
            defaultValue={mode}
            onValueChange={(value) => setMode(value as KeyMode)}
          />
          {accounts.length > 0 && (
            <SelectField
              label={t("accounts.owner")}
              name="serviceAccountId"
              state={state}
              choices={[
                { value: "", label: t("accounts.noOwner") },
                ...accounts.map(({ id: value, name: label }) => ({ value, label })),
              ]}
            />
          )}
          <KeyFields state={state} role={role} bounds={bounds[mode]} mode={mode} />
        </>
      )}
    </Form>
  );
}

type RotateKeyDialogProps = {
  business: string;
  id: string;
  name: string;
  /** Not offered now, such as while its old secret still works. An open dialog stays open. */
  isHidden?: boolean;
  /** Given where something else opens it: it has no button and is open from the start. */
  onClose?: () => void;
};

/** A click outside leaves it open: the secret it ends with cannot be shown again. */
export function RotateKeyDialog({ name, isHidden, onClose, ...form }: RotateKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("rotateTitle", { name })}
      lead={t("rotateLead")}
      keepOpen
      trigger={onClose ? undefined : { label: t("rotate"), icon: <RefreshCw />, hidden: isHidden }}
      onClose={onClose}
    >
      <RotateKeyForm {...form} />
    </Dialog>
  );
}

function RotateKeyForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("keys");
  const choices = overlaps.map((value) => ({
    value,
    label: t(`overlaps.${value}.label`),
    hint: t(`overlaps.${value}.hint`),
  }));
  return (
    <Form
      action={rotateKeyAction}
      stepUp={StepUp}
      hidden={{ business, id }}
      result={({ secret }) => <NewSecret secret={secret} />}
      cancel={t("cancel")}
      submit={t("rotateNow")}
    >
      <RadioCards legend={t("overlap")} name="overlap" defaultValue="24" choices={choices} />
    </Form>
  );
}

/** `onClose`: as in RotateKeyDialog. */
type RevokeKeyDialogProps = RevokeKeyFormProps & { name: string; onClose?: () => void };

export function RevokeKeyDialog({ name, onClose, ...form }: RevokeKeyDialogProps) {
  const t = useTranslations("keys");
  return (
    <Dialog
      title={t("revokeTitle", { name })}
      trigger={onClose ? undefined : { label: t("revoke"), fullLabel: t("revokeOf", { name }) }}
      onClose={onClose}
    >
      <RevokeKeyForm {...form} />
    </Dialog>
  );
}

type RevokeKeyFormProps = {
  business: string;
  id: string;
  /** The part of the key that can be shown. */
  shown: ReactNode;
  /** The id of the element that gets the focus: a revoked key's row removes this form. */
  goOnAt: string;
};

function RevokeKeyForm({ business, id, shown, goOnAt }: RevokeKeyFormProps) {
  const t = useTranslations("keys");

  useFocusAfter(goOnAt);

  return (
    <Form
      action={revokeKeyAction}
      stepUp={StepUp}
      hidden={{ business, id }}
      cancel={t("cancel")}
      submit={t("revokeNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t.rich("revokeLead", { key: () => shown })}</p>
    </Form>
  );
}

// The clicked button is gone, so the focus moves to the secret, ready to be copied.
const selectSecret = (panel: HTMLElement | null) => panel?.querySelector("input")?.select();

type NewSecretProps = { secret: string /** A request to try it with. */; example?: FirstCallExample };

function NewSecret({ secret, example }: NewSecretProps) {
  const t = useTranslations("keys");
  return (
    <div ref={selectSecret} className="grid min-w-0 gap-5">
      <SecretPanel label={t("secret")} secret={secret} />
      {example && (
        <div className="grid min-w-0 gap-2">
          <p>{t.rich("tryNow", { name: () => <code className="font-mono text-sm">VANG_API_KEY</code> })}</p>
          <FirstCall {...example} />
        </div>
      )}
      <DialogActions>
        <DialogClose variant="primary">{t("done")}</DialogClose>
      </DialogActions>
    </div>
  );
}
