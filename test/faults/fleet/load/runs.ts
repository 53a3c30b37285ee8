import { ask } from "./ask.ts";
import { type Ground, mannerOf } from "./ground.ts";

const writers = ["world_add", "create_note", "world_post"] as const;

/** Starts a run of a read and several writes, each with a marker of its own. One in ten does not ask again. */
export async function startRun({ installation, history, chance, next, until }: Ground): Promise<void> {
  const name = `run-${next()}`;
  const reading = { id: "r", kind: "tool", tool: "world_read", args: { name } };
  const writing = Array.from({ length: 1 + chance(4) }, (_, at) => ({
    id: `w${at}`,
    kind: "tool",
    tool: writers[chance(100) < 10 ? 2 : chance(2)] ?? "world_add",
    args: { marker: `${name}-w${at}`, how: mannerOf(chance) },
    dependsOn: [at > 0 && chance(2) === 0 ? `w${at - 1}` : "r"],
    onError: "retry",
    retries: 5,
  }));
  const markers = writing.map(({ args }) => args.marker);
  const isPatient = chance(10) > 0;
  const first = chance(100);
  await history.record({ kind: "run", markers }, () =>
    ask(installation, {
      request: {
        role: "api",
        as: "alice",
        method: "POST",
        path: "/runs",
        body: { summary: name, steps: [reading, ...writing] },
        key: name,
      },
      idOf: ({ body }) => String(body["run_id"]),
      first,
      ...(isPatient && { until: until() }),
    }),
  );
}

/** Plans without carrying anything out. */
export async function makePlan({ installation, history, chance }: Ground): Promise<void> {
  const first = chance(100);
  await history.record({ kind: "plan" }, () =>
    ask(installation, {
      request: {
        role: "api",
        as: "alice",
        method: "POST",
        path: "/plan",
        body: { session_id: 1, message: "what time is it" },
      },
      idOf: () => "a plan",
      first,
    }),
  );
}
