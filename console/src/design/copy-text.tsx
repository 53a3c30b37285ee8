import { useState } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { Icon } from "./icon.tsx";
import { toast } from "./toast.tsx";

/** A short text with a copy button. */
export function CopyText({ text }: { text: string }) {
  const { t } = useI18n();
  const [done, setDone] = useState(false);
  const copy = (): void => {
    copyText(text).then(
      () => {
        setDone(true);
        toast(t("common.copied"));
        setTimeout(() => setDone(false), 1500);
      },
      (error: unknown) => toast(String(error)),
    );
  };
  return (
    <button type="button" className="copy" onClick={copy} title={t("common.copy")}>
      <code>{text}</code>
      <Icon name={done ? "check" : "copy"} size={14} />
      <span className="visually-hidden">{t("common.copy")}</span>
    </button>
  );
}

export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}

/** Downloads a value as a JSON file. */
export function saveFile(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
