import type { RunDiff } from "../../../../src/contracts/api/run.ts";
import { hrefTo } from "../../app/router.ts";
import { Async, BoneLines, Empty } from "../../design/async.tsx";
import { Badge } from "../../design/badge.tsx";
import { PageFrame } from "../../design/page.tsx";
import { api } from "../../live/api.ts";
import { useLoad } from "../../live/use-load.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { useWords } from "../../words/words.ts";
import "./runs.css";

export default function DiffPage({ id, other }: { id: string; other: string }) {
  const { say } = useWords();
  const diff = useLoad((signal) => api.diffRuns({ params: { id, other }, signal }), [id, other]);
  return (
    <PageFrame title={say("run.compare.title")}>
      <p className="row">
        <a className="mono" href={hrefTo(["runs", id])}>
          {id}
        </a>
        <span aria-hidden="true">→</span>
        <a className="mono" href={hrefTo(["runs", other])}>
          {other}
        </a>
      </p>
      <Async of={diff} bones={<BoneLines count={6} height={40} />}>
        {({ differences }) =>
          differences.length === 0 ? (
            <div className="card">
              <Empty icon="check" title={say("run.compare.same")} />
            </div>
          ) : (
            <Differences differences={differences} id={id} other={other} />
          )
        }
      </Async>
    </PageFrame>
  );
}

type Props = { differences: RunDiff["differences"]; id: string; other: string };

/** More than this would only slow the page down; the API has all of them. */
const most = 200;

function Differences({ differences, id, other }: Props) {
  const { say } = useWords();
  return (
    <>
      <h2>{say("run.compare.count", { n: differences.length })}</h2>
      <ul className="stack">
        {differences.slice(0, most).map(({ part, kind, pointer, before, after }) => (
          <li key={part + kind + pointer} className="card">
            <header>
              <code>{pointer === "" ? "/" : pointer}</code>
              <span className="row">
                <Badge tone={kind === "removed" ? "bad" : kind === "added" ? "ok" : "warn"}>
                  {say(`run.diff.${kind}`)}
                </Badge>
                <span className="small faint">{say(`run.compare.${part}`)}</span>
              </span>
            </header>
            <div className="body sides">
              <Side title={say("run.compare.before", { id: id.slice(0, 13) })} value={before} />
              <Side title={say("run.compare.after", { id: other.slice(0, 13) })} value={after} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="stack tight">
      <h3 className="small faint">{title}</h3>
      {value === undefined ? <p className="faint">—</p> : <JsonView value={value} label={title} />}
    </div>
  );
}
