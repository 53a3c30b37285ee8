import { useCallback, useState } from "react";
import type { ToolView } from "../../../../src/contracts/api/tool.ts";
import type { VerbAnswer } from "../../../../src/contracts/react/verb.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { formatDuration } from "../../design/time.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { isJsonFields, type JsonFields } from "../../plan/parse-object.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { FormCard, SureTick } from "../../form/form-card.tsx";
import { FieldInput } from "../../form/field-input.tsx";
import { schemaFields, valueOf } from "../../form/schema-fields.ts";

type FormTexts = Readonly<Record<string, string>>;
type ToolResult = { answer: VerbAnswer; ms: number };

/** A form from the tool's schema. A tool that writes needs a confirmation first. */
export function TryIt({ tool }: { tool: ToolView }) {
  const { t } = useI18n();
  const fields = schemaFields(tool.input_schema);
  const [typed, setTyped] = useState<FormTexts>({});
  const [isSure, setIsSure] = useState(tool.effect === "read");
  const [answered, setAnswered] = useState<ToolResult>();
  const call = useMutation(
    useCallback(
      async (payload: JsonFields) => {
        const startedAt = performance.now();
        const body = { verb_id: tool.name, payload, request_id: crypto.randomUUID(), caller: "console" };
        const answer = await api.executeVerb({ body });
        setAnswered({ answer, ms: performance.now() - startedAt });
      },
      [tool.name],
    ),
  );
  const submit = (): void => {
    const values = fields.map((field) => [field.name, valueOf(field, typed[field.name] ?? "")] as const);
    const payload: unknown = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    if (isJsonFields(payload)) call.start(payload);
  };
  return (
    <FormCard title={t("tools.try")} onSubmit={submit}>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          onChange={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
      {tool.effect !== "read" && <SureTick text={t("tools.writes")} checked={isSure} onChange={setIsSure} />}
      <div className="row">
        <Button kind="primary" type="submit" icon="play" disabled={!isSure || call.busy}>
          {t(call.busy ? "tools.calling" : "tools.call")}
        </Button>
      </div>
      <ProblemNotice error={call.error} />
      {answered !== undefined && <Answer {...answered} />}
    </FormCard>
  );
}

function Answer({ answer, ms }: ToolResult) {
  const { t, language } = useI18n();
  return (
    <div className="stack tight" role="status">
      <p className={`notice ${answer.ok ? "ok" : "bad"}`}>
        <Icon name={answer.ok ? "check" : "warning"} />
        {answer.error === null
          ? t("tools.ok", { time: formatDuration(ms, language) })
          : t("tools.failed", { code: answer.error.message })}
      </p>
      <JsonView value={answer.error ?? answer.output} label={t("tools.answer")} />
    </div>
  );
}
