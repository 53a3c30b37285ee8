import type { ToolView } from "../../../../src/contracts/api/tool.ts";
import { EffectBadge } from "../../design/badge.tsx";
import { Details } from "../../design/details.tsx";
import { formatDuration } from "../../design/time.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { fieldTitle, toolTitle } from "../../plan/step-title.ts";
import { schemaFields } from "../../form/schema-fields.ts";
import { TryIt } from "./try-it.tsx";

export function ToolCard({ tool }: { tool: ToolView }) {
  const { t, language } = useI18n();
  return (
    <div className="tool-sides">
      <article className="card" aria-labelledby="tool-title">
        <header>
          <div className="grow">
            <h2 id="tool-title">{toolTitle(tool.name)}</h2>
            <p className="quiet">{tool.description}</p>
          </div>
          <EffectBadge effect={tool.effect} />
        </header>
        <div className="body stack">
          <dl className="pairs">
            <dt>{t("tools.source")}</dt>
            <dd className="mono">{tool.source}</dd>
            <dt>{t("tools.timeout")}</dt>
            <dd>{formatDuration(tool.timeout_ms, language)}</dd>
          </dl>
          <Fields isInput title={t("tools.input")} schema={tool.input_schema} none={t("tools.nothing")} />
          <Fields title={t("tools.output")} schema={tool.output_schema} none={t("tools.output.none")} />
          <Details rows={[["name", tool.name]]}>
            <JsonView value={{ input: tool.input_schema, output: tool.output_schema }} label={t("tools.schema")} />
          </Details>
        </div>
      </article>
      <TryIt tool={tool} />
    </div>
  );
}

type FieldsProps = { title: string; schema: ToolView["output_schema"]; none: string; isInput?: boolean };

function Fields({ title, schema, none, isInput = false }: FieldsProps) {
  const { t } = useI18n();
  const fields = schemaFields(schema);
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      {fields.length === 0 && <p className="small quiet">{none}</p>}
      {fields.length > 0 && (
        <ul className="schema">
          {fields.map(({ name, type, text, isRequired, choices }) => (
            <li key={name}>
              <b title={name}>{fieldTitle(name)}</b>
              <span className="small">
                <span className="mono faint">{choices.length > 0 ? choices.join(" | ") : type}</span>{" "}
                {isRequired && isInput && <span className="required">{t("tools.required")}</span>}
                {text !== "" && <span className="quiet schema-text">{text}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
