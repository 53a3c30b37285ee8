import { useCallback, useState } from "react";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { formatDuration } from "../../design/time.ts";
import { FormCard, SureTick } from "../../form/form-card.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { fetchAsUser } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { type Operation, sampleOf } from "./operations.ts";

type Reply = { status: number; ms: number; value: unknown };

/** Sends a request from the page, with the page's own credential. What changes something needs a tick first. */
export function TryOperation({ operation }: { operation: Operation }) {
  const { t } = useI18n();
  const { method, path, parameters, body } = operation;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState(() => (body === undefined ? "" : JSON.stringify(sampleOf(body), null, 2)));
  const [isSure, setIsSure] = useState(method === "GET");
  const [reply, setReply] = useState<Reply>();
  const send = useMutation(
    useCallback(async () => {
      const startedAt = performance.now();
      const response = await fetchAsUser(addressOf(path, parameters, values), {
        method,
        ...(body !== undefined && { body: text, headers: { "content-type": "application/json" } }),
      });
      setReply({ status: response.status, ms: performance.now() - startedAt, value: await readBody(response) });
    }, [method, path, parameters, values, body, text]),
  );
  const isStream = /events$|\/changes$/.test(path);
  return (
    <FormCard title={t("tools.try")} onSubmit={send.start}>
      <Parameters parameters={parameters} values={values} onChange={setValues} />
      {body !== undefined && (
        <label className="field">
          <span>{t("api.body")}</span>
          <textarea
            className="area mono"
            rows={8}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      )}
      {method !== "GET" && <SureTick text={t("api.writes")} checked={isSure} onChange={setIsSure} />}
      <div className="row">
        <Button kind="primary" type="submit" icon="send" disabled={!isSure || send.busy || isStream}>
          {t("api.send")}
        </Button>
      </div>
      <ProblemNotice error={send.error} />
      {reply !== undefined && <ReplyView reply={reply} />}
    </FormCard>
  );
}

type Values = Readonly<Record<string, string>>;
type ParametersProps = {
  parameters: Operation["parameters"];
  values: Values;
  onChange: (values: Values) => void;
};

function Parameters({ parameters, values, onChange }: ParametersProps) {
  return parameters
    .filter(({ place }) => place !== "header")
    .map(({ name }) => (
      <label key={name} className="field">
        <span>{name}</span>
        <input
          className="input"
          value={values[name] ?? ""}
          onChange={({ target }) => onChange({ ...values, [name]: target.value })}
        />
      </label>
    ));
}

function ReplyView({ reply: { status, ms, value } }: { reply: Reply }) {
  const { t, language } = useI18n();
  return (
    <div className="stack tight" role="status">
      <p className={`notice ${status < 400 ? "ok" : "bad"}`}>
        {status} · {formatDuration(ms, language)}
      </p>
      <JsonView value={value} label={t("tools.answer")} />
    </div>
  );
}

function addressOf(
  path: string,
  parameters: Operation["parameters"],
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = parameters.flatMap(({ name, place }): [string, string][] => {
    const value = values[name] ?? "";
    return place === "query" && value !== "" ? [[name, value]] : [];
  });
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.slice(0, 20_000);
  }
}
