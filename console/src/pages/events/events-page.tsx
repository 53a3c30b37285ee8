import { useCallback, useState } from "react";
import type { StateView } from "../../../../src/contracts/api/agents.ts";
import { hrefTo } from "../../app/router.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { useNow } from "../../design/use-now.ts";
import { When } from "../../design/when.tsx";
import { FormCard } from "../../form/form-card.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";
import { parseObject } from "../../plan/parse-object.ts";
import { decisionText } from "../agents/decision-text.ts";
import { valueText } from "../inbox/change-table.tsx";

/** Sends an event or sets a state value, and shows which agents reacted. */
export default function EventsPage() {
  const { t } = useI18n();
  return (
    <PageFrame title={t("nav.events")} text={t("events.text")}>
      <div className="sides">
        <SendEvent />
        <SetState />
      </div>
      <Reactions />
      <Undelivered />
    </PageFrame>
  );
}

function SendEvent() {
  const { t } = useI18n();
  const [channel, setChannel] = useState("");
  const [payload, setPayload] = useState("{}");
  const read = parseObject(payload);
  const send = useMutation(
    useCallback(async () => {
      if (read !== undefined) await api.publishEvent({ body: { channel, payload: read } });
    }, [channel, read]),
  );
  return (
    <FormCard title={t("events.send")} onSubmit={send.start}>
      <label className="field">
        <span>{t("events.channel")}</span>
        <input className="input" value={channel} onChange={({ target }) => setChannel(target.value)} />
      </label>
      <label className="field">
        <span>{t("events.payload")}</span>
        <textarea
          className="area mono"
          rows={3}
          aria-invalid={read === undefined}
          value={payload}
          onChange={({ target }) => setPayload(target.value)}
        />
      </label>
      <ProblemNotice error={send.error} />
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          icon="send"
          disabled={send.busy || channel.trim() === "" || read === undefined}
        >
          {t("events.send")}
        </Button>
      </div>
    </FormCard>
  );
}

function SetState() {
  const { t } = useI18n();
  const state = useQuery(["listState"], (signal) => api.listState({ signal }), { on: ["agent"] });
  const [path, setPath] = useState("");
  const [value, setValue] = useState("");
  const { reload } = state;
  const put = useMutation(
    useCallback(async () => {
      await api.putState({ params: { path }, body: { value: jsonOrText(value) } });
      reload();
    }, [path, value, reload]),
  );
  return (
    <FormCard title={t("events.state")} onSubmit={put.start}>
      <div className="row">
        <input
          className="input grow"
          aria-label={t("events.path")}
          placeholder={t("events.path")}
          value={path}
          onChange={({ target }) => setPath(target.value)}
        />
        <input
          className="input grow"
          aria-label={t("events.value")}
          placeholder={t("events.value")}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        <Button kind="primary" type="submit" disabled={put.busy || path.trim() === "" || value === ""}>
          {t("events.set")}
        </Button>
      </div>
      <ProblemNotice error={put.error} />
      <LoadState query={state} skeleton={<SkeletonLines count={3} />}>
        {({ values }) => (
          <StateValues
            values={values}
            onChoose={(one) => {
              setPath(one.path);
              setValue(valueText(one.value));
            }}
          />
        )}
      </LoadState>
    </FormCard>
  );
}

function StateValues({ values, onChoose }: { values: readonly StateView[]; onChoose: (one: StateView) => void }) {
  const { t } = useI18n();
  return (
    <ul className="stack tight">
      {values.length === 0 && <li className="quiet">{t("events.state.none")}</li>}
      {values.map((one) => (
        <li key={one.path} className="row spread">
          <button type="button" className="pill" onClick={() => onChoose(one)}>
            {one.path}
          </button>
          <b className="grow">{valueText(one.value)}</b>
          <span className="small faint">
            <When at={one.at} relative />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The latest decisions of all agents. */
function Reactions() {
  const { t, language } = useI18n();
  const now = useNow(1000);
  const reactions = useQuery(
    ["reactions"],
    async (signal) => {
      const { agents } = await api.listAgents({ signal });
      const pages = await Promise.all(
        agents.slice(0, 50).map(({ id }) => api.listDecisions({ params: { id }, query: { limit: 5 }, signal })),
      );
      return pages
        .flatMap(({ decisions }) => decisions)
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, 20);
    },
    { on: ["agent"] },
  );
  return (
    <section className="card" aria-labelledby="reactions-title">
      <header>
        <h2 id="reactions-title">{t("events.reactions")}</h2>
      </header>
      <div className="body">
        <LoadState query={reactions} skeleton={<SkeletonLines count={4} />}>
          {(decisions) => (
            <ul className="stack tight">
              {decisions.length === 0 && <li className="quiet">{t("agents.decisions.empty")}</li>}
              {decisions.map((decision) => (
                <li key={decision.decision_id} className="row">
                  <a href={hrefTo(["agents", "of", decision.agent_id], { tab: "decisions" })}>{decision.agent_id}</a>
                  <span className="grow">{decisionText(decision, now, { t, language })}</span>
                  <span className="small faint">
                    <When at={decision.at} relative />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </LoadState>
      </div>
    </section>
  );
}

function Undelivered() {
  const { t } = useI18n();
  const dead = useQuery(["deadLetters"], (signal) => api.listDeadLetters({ query: { limit: 50 }, signal }), {
    everyMs: 15_000,
  }).value;
  if (dead === undefined || dead.events.length === 0) return null;
  return (
    <section className="notice warn" aria-labelledby="dead-title">
      <Icon name="warning" />
      <div className="stack tight">
        <h2 id="dead-title">{t("events.dead")}</h2>
        <ul className="stack tight small">
          {dead.events.map(({ id, channel, why, text }) => (
            <li key={id}>
              <b>{channel}</b> {why} <code className="faint">{text.slice(0, 200)}</code>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function jsonOrText(text: string) {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return number;
  if (text === "true" || text === "false") return text === "true";
  return parseObject(text) ?? text;
}
