import type { LessonRow, LessonView, TaughtDiff, TaughtLesson } from "../../../contracts/api/lessons.ts";
import { TeachRequest } from "../../../contracts/api/lessons.ts";
import { parseWith } from "../../../plan/parse.ts";
import {
  exit,
  type ExitCode,
  flag,
  type Handler,
  type Invocation,
  numberOf,
  print,
  text,
  UsageError,
} from "../../command.ts";
import { readDocument, readText, refuseDocument } from "../../input/document.ts";
import { columns } from "../../output/columns.ts";
import { callRoute } from "../../remote/call-route.ts";
import { clientCommand, withClient } from "../../workspace/with-client.ts";
import { compact } from "../../../plan/compact.ts";

/** The command that shows what exists. */
const lessonsList = "lessons list";

export const teach: Handler = async (invocation) => {
  const [request = ""] = invocation.args;
  const file = text(invocation, "plan");
  if (file === undefined) throw new UsageError("teach needs --plan: the plan that is right for the request");
  const plan = await readDocument(invocation.io, file);
  if (!plan.ok) return refuseDocument(invocation, file, plan.issues);
  const rule = text(invocation, "rule");
  const body = parseWith(TeachRequest, {
    request,
    plan: plan.value,
    fixed: listOf(invocation, "fixed"),
    dry_run: flag(invocation, "dry-run"),
    ...compact({
      now: text(invocation, "now"),
      zone: text(invocation, "zone"),
      rule: rule === undefined ? undefined : await readText(invocation.io, rule),
    }),
  });
  if (!body.ok) return refuseDocument(invocation, "lesson", body.issues);
  return withClient(invocation, lessonsList, async (client) => {
    const taught = await client.teachLesson({ body: body.value });
    return print(invocation, taught, taughtText(taught));
  });
};

export const list: Handler = (invocation) => listWith(invocation, {});

export const search: Handler = (invocation) => listWith(invocation, { q: invocation.args.join(" ") });

function listWith(invocation: Invocation, query: { q?: string }): Promise<ExitCode> {
  const limit = numberOf(invocation, "limit") ?? 20;
  return withClient(invocation, lessonsList, async (client) => {
    const found = await client.listLessons({ query: { ...query, limit } });
    print(invocation, found, rowsText(found.lessons));
    if (found.lessons.length === 0)
      invocation.io.err('no lessons. Teach one with planwright teach "…" --plan plan.json\n');
    return found.lessons.length === 0 && query.q !== undefined ? exit.failed : exit.ok;
  });
}

export const show = clientCommand(lessonsList, callRoute("getLesson", { call: lessonIn, text: lessonText }));

export const revoke = clientCommand(
  lessonsList,
  callRoute("revokeLesson", { call: lessonIn, text: ({ id, request }) => `revoked ${id}: ${request}\n` }),
);

function lessonIn({ args: [id = ""] }: Invocation): { params: { id: string } } {
  return { params: { id } };
}

export const exportRules: Handler = (invocation) =>
  withClient(invocation, lessonsList, async (client) => {
    const rules = await client.exportTaught({});
    return print(invocation, { rules }, rules);
  });

export const versions = clientCommand(
  lessonsList,
  callRoute("listTaughtVersions", {
    call: (invocation) => ({ query: { limit: numberOf(invocation, "limit") ?? 20 } }),
    text: (found) => columns(found.versions.map(({ version, at, by, change }) => [String(version), at, by, change])),
  }),
);

export const diff = clientCommand(
  lessonsList,
  callRoute("diffTaught", {
    call: ({ args }) => {
      const [from = 0, to] = args.map(versionOf);
      return { query: compact({ from, to }) };
    },
    text: diffText,
  }),
);

export const revert = clientCommand(
  lessonsList,
  callRoute("revertTaught", {
    call: ({ args: [word = ""] }) => ({ body: { version: versionOf(word) } }),
    text: diffText,
  }),
);

function versionOf(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  throw new UsageError(`a version is a number, not "${word}". See planwright packs versions.`);
}

function listOf({ values }: Invocation, name: string): string[] {
  const given = values[name];
  return (Array.isArray(given) ? given : [given]).filter((one) => typeof one === "string");
}

function taughtText({ kept, lesson, differences, checked, version }: TaughtLesson): string {
  const changes = differences.map(
    ({ request, before, after }) => `  ${request}\n    before: ${before}\n    after:  ${after}\n`,
  );
  const result = kept ? `kept as lesson ${lesson.id}, version ${version}` : "not kept (--dry-run)";
  const planned =
    changes.length === 0 ? "none is planned differently" : `planned differently:\n${changes.join("").trimEnd()}`;
  return `${derivationText(lesson)}\n${checked} requests checked; ${planned}\n${result}\n`;
}

function derivationText({ words, alignments, rule }: LessonView): string {
  const sentences = alignments.map(({ sentence }) => `  ${sentence}\n`).join("");
  return `The operation is named by: ${words.join(", ")}.\n${sentences}\n${rule}`;
}

function lessonText(lesson: LessonView): string {
  const { id, request, status, taught_by: by, taught_at: at, calls } = lesson;
  const lines = calls.map(({ tool, args }) => `  ${tool} ${JSON.stringify(args)}\n`).join("");
  return `${id}  ${request}\n${status}, taught by ${by} at ${at}\n${lines}\n${derivationText(lesson)}`;
}

function rowsText(lessons: readonly LessonRow[]): string {
  return columns(
    lessons.map(({ id, status, request, calls }) => [id, status, calls.map(({ tool }) => tool).join(", "), request]),
  );
}

function diffText({ from, to, added, removed }: TaughtDiff): string {
  const line =
    (sign: string) =>
    ({ id, request }: LessonRow): string =>
      `${sign} ${id}  ${request}\n`;
  const body = [...removed.map(line("-")), ...added.map(line("+"))].join("");
  return `version ${from} to ${to}\n${body === "" ? "no difference\n" : body}`;
}
