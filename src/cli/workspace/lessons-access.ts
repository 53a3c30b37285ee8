import { compact } from "../../contracts/compact.ts";
import type { Client } from "../../client/index.ts";
import type {
  LessonList,
  LessonRow,
  LessonView,
  TaughtDiff,
  TaughtLesson,
  TaughtVersions,
  TeachRequest,
} from "../../contracts/api/lessons.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { type ExitCode, type Invocation, text } from "../command.ts";
import { withAccess } from "./local-planwright.ts";

/** Lessons for the commands, local or remote. */
type LessonsAccess = {
  teach(request: TeachRequest): Promise<TaughtLesson>;
  list(query: { q?: string; limit: number }): Promise<LessonList>;
  get(id: string): Promise<LessonView>;
  revoke(id: string): Promise<LessonRow>;
  export(): Promise<string>;
  versions(limit: number): Promise<TaughtVersions>;
  diff(from: number, to?: number): Promise<TaughtDiff>;
  revert(version: number): Promise<TaughtDiff>;
};

export function withLessons(
  invocation: Invocation,
  work: (lessons: LessonsAccess) => Promise<ExitCode>,
): Promise<ExitCode> {
  const access = {
    local: (planwright: OpenPlanwright) => localAccess(invocation, planwright),
    remote: remoteAccess,
    list: "lessons list",
  };
  return withAccess(invocation, access, work);
}

function localAccess(invocation: Invocation, { lessons }: OpenPlanwright): LessonsAccess {
  const tenant = text(invocation, "tenant") ?? "local";
  const owner = { tenant, by: text(invocation, "as") ?? "cli" };
  return {
    teach: (request) => lessons.teach(owner, request),
    list: (query) => lessons.list(tenant, query),
    get: (id) => lessons.get(tenant, id),
    revoke: (id) => lessons.revoke(owner, id),
    export: () => lessons.export(tenant),
    versions: (limit) => lessons.versions(tenant, limit),
    diff: (from, to) => lessons.diff(tenant, { from, to }),
    revert: (version) => lessons.revert(owner, version),
  };
}

function remoteAccess(client: Client): LessonsAccess {
  return {
    teach: (body) => client.teachLesson({ body }),
    list: (query) => client.listLessons({ query }),
    get: (id) => client.getLesson({ params: { id } }),
    revoke: (id) => client.revokeLesson({ params: { id } }),
    export: () => client.exportTaught({}),
    versions: (limit) => client.listTaughtVersions({ query: { limit } }),
    diff: (from, to) => client.diffTaught({ query: compact({ from, to }) }),
    revert: (version) => client.revertTaught({ body: { version } }),
  };
}
