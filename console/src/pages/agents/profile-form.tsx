import { type FormEvent, useCallback, useMemo, useState } from "react";
import { parse, stringify, YAMLParseError } from "yaml";
import type { AgentDetail } from "../../../../src/contracts/api/agents.ts";
import { parseWith } from "../../../../src/plan/parse.ts";
import { AgentProfile } from "../../../../src/contracts/react/agent-profile.ts";
import { Button } from "../../design/button.tsx";
import { issueText } from "../../design/error-text.ts";
import { Icon } from "../../design/icon.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { toast } from "../../design/toast.tsx";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { Speech } from "../../plan/step-title.ts";

export function ProfileForm({ detail, onSaved }: { detail: AgentDetail; onSaved: () => void }) {
  const { t } = useI18n();
  const text = useMemo(() => stringify(detail.profile, { lineWidth: 100 }), [detail.version]);
  const file = detail.file;
  return (
    <div className="stack">
      {file !== null && (
        <p className="notice">
          <Icon name="book" />
          {t("agents.profile.file", { file })}
        </p>
      )}
      <YamlForm key={detail.version} text={text} isLocked={file !== null} onSaved={onSaved} />
    </div>
  );
}

type YamlProps = {
  /** The stored profile. */
  text: string;
  /** The initial text of the editor. */
  start?: string;
  isLocked: boolean;
  onSaved: (id: string) => void;
};

type ParsedProfile = { profile: AgentProfile } | { faults: readonly string[] };

/** A profile as YAML, validated with the contract's schema on every key; the server validates it again. */
export function YamlForm({ text: before, start = before, isLocked, onSaved }: YamlProps) {
  const { t, language } = useI18n();
  const [text, setText] = useState(start);
  const read = useMemo(() => readProfile(text, { t, language }), [text, t, language]);
  const save = useMutation(
    useCallback(
      async (profile: AgentProfile) => {
        await api.putAgent({ params: { id: profile.id }, body: JSON.parse(JSON.stringify(profile)) });
        toast(t("agents.profile.saved"));
        onSaved(profile.id);
      },
      [t, onSaved],
    ),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ("profile" in read) save.start(read.profile);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <textarea
        className="area mono yaml"
        rows={22}
        aria-label={t("agents.profile.yaml")}
        aria-invalid={"faults" in read}
        spellCheck={false}
        readOnly={isLocked}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Verdict read={read} />
      <ProblemNotice error={save.error} />
      {!isLocked && (
        <div className="row">
          <Button kind="primary" type="submit" icon="check" disabled={save.busy || "faults" in read || text === before}>
            {t("agents.profile.save")}
          </Button>
        </div>
      )}
    </form>
  );
}

function Verdict({ read }: { read: ParsedProfile }) {
  const { t } = useI18n();
  if ("profile" in read)
    return (
      <p className="small tone-ok row" role="status">
        <Icon name="check" size={15} />
        {t("agents.profile.good")}
      </p>
    );
  return (
    <ul className="notice bad stack tight small" role="status">
      {read.faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

function readProfile(text: string, { t, language }: Speech): ParsedProfile {
  try {
    const checked = parseWith(AgentProfile, parse(text));
    if (checked.ok) return { profile: checked.value };
    return { faults: checked.issues.map((issue) => issueText(issue, t, language)) };
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    return { faults: [t("agents.profile.notyaml", { line: line ?? 1 })] };
  }
}
