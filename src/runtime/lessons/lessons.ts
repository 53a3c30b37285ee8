import type {
  LessonList,
  LessonOffers,
  LessonRow,
  LessonView,
  TaughtDiff,
  TaughtLesson,
  TaughtVersions,
  TeachRequest,
} from "../../contracts/api/lessons.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { type JsonObject, toJson } from "../../plan/json.ts";
import type { TaughtBook } from "../../planners/lessons/book.ts";
import { toPackText } from "../../planners/lessons/taught-pack.ts";
import type { LessonShelves, LessonSet } from "./lesson-shelf.ts";
import { diffVersions, listVersions, revertTo } from "./taught-versions.ts";
import type { Store } from "../../ports/store.ts";
import { createTeacher, type TeacherParts } from "./teach.ts";
import { toRow, toView } from "./views.ts";

/** Whose lessons, and who asks. */
export type Owner = { tenant: string; by: string };

type LessonQuery = {
  q?: string | undefined;
  status?: "active" | "revoked" | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** Lessons of every tenant. Refusals are thrown as `PlanwrightError`. */
export type Lessons = {
  /** The rules that plan for the tenant. */
  taught(tenant: string): Promise<TaughtBook>;
  teach(owner: Owner, request: TeachRequest): Promise<TaughtLesson>;
  list(tenant: string, query: LessonQuery): Promise<LessonList>;
  get(tenant: string, id: string): Promise<LessonView>;
  revoke(owner: Owner, id: string): Promise<LessonRow>;
  /** The rules as one pack in YAML. */
  export(tenant: string): Promise<string>;
  /** Plans of a model that could be lessons. */
  offers(tenant: string): Promise<LessonOffers>;
  versions(tenant: string, limit: number): Promise<TaughtVersions>;
  diff(tenant: string, range: { from: number; to?: number | undefined }): Promise<TaughtDiff>;
  revert(owner: Owner, version: number): Promise<TaughtDiff>;
};

type LessonsParts = TeacherParts & {
  shelves: LessonShelves;
  store: Store;
  /** Called after a change; `text` renders all rules of the tenant. */
  onChange?: (tenant: string, text: () => string) => unknown;
};

export function createLessons(parts: LessonsParts): Lessons {
  const { shelves, onChange = () => undefined } = parts;
  const teacher = createTeacher(parts);
  const publish = (tenant: string, { book, version }: LessonSet): void => {
    onChange(tenant, () => toPackText(book.book.rules, version));
  };
  const find = async (tenant: string, id: string) => {
    const shelf = await shelves.get(tenant);
    const found = shelf.lessons.get(id);
    if (found === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no lesson ${id}.` });
    return { shelf, ...found };
  };
  return {
    taught: async (tenant) => (await shelves.get(tenant)).book.book,
    async teach(owner, request) {
      const taught = await teacher(owner, request);
      if (taught.kept) publish(owner.tenant, await shelves.get(owner.tenant));
      return taught;
    },
    list: async (tenant, query) => listOf(await shelves.get(tenant), query),
    async get(tenant, id) {
      const { shelf, entry, status } = await find(tenant, id);
      return toView(entry, status, shelf.book);
    },
    async revoke({ tenant, by }, id) {
      const { entry } = await find(tenant, id);
      const after = await shelves.change(tenant, async (shelf) =>
        shelf.lessons.get(id)?.status === "active" ? { by, change: `revoked ${id}`, add: [], revoke: [id] } : undefined,
      );
      publish(tenant, after);
      return toRow(entry, "revoked");
    },
    export: async (tenant) => {
      const { book, version } = await shelves.get(tenant);
      return toPackText(book.book.rules, version);
    },
    offers: async (tenant) => findOffers(parts.store, tenant, await shelves.get(tenant)),
    versions: (tenant, limit) => listVersions(shelves, tenant, limit),
    diff: (tenant, range) => diffVersions(shelves, tenant, range),
    async revert(owner, version) {
      const { diff, shelf } = await revertTo(shelves, owner, version);
      publish(owner.tenant, shelf);
      return diff;
    },
  };
}

function listOf({ lessons }: LessonSet, { q, status, cursor, limit }: LessonQuery): LessonList {
  const words = (q ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const rows = [...lessons.values()]
    .map(({ entry, status: state }) => toRow(entry, state))
    .filter((row) => status === undefined || row.status === status)
    .filter((row) => {
      const text = `${row.request} ${row.calls.map(({ tool }) => tool).join(" ")} ${row.taught_by}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => (a.taught_at < b.taught_at || (a.taught_at === b.taught_at && a.id < b.id) ? 1 : -1));
  const last = cursor === undefined ? -1 : rows.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && last === -1) throw new PlanwrightError("INVALID_CURSOR");
  const from = last + 1;
  const page = rows.slice(from, from + limit);
  return { lessons: page, next_cursor: from + limit < rows.length ? (page.at(-1)?.id ?? null) : null };
}

const mostRuns = 500;

/** Plans of a model that ran to their end, by their calls: each could be a lesson. The most expensive first. */
export async function findOffers(
  store: Pick<Store, "runs" | "plan">,
  tenant: string,
  shelf: LessonSet,
): Promise<LessonOffers> {
  const runs = await store.runs({ tenant, status: "completed", limit: mostRuns });
  const taught = new Set([...shelf.book.byId.values()].map(({ derived }) => toolsKey(derived.steps)));
  const groups = new Map<string, LessonOffers["offers"][number]>();
  for (const { planHash } of runs) {
    const plan = await store.plan(tenant, planHash);
    const text = plan?.request.text;
    // Only a model is charged for tokens.
    if (plan?.metadata.inputTokens === undefined || text === undefined) continue;
    const key = toolsKey(plan.steps.filter((step) => step.kind === "tool"));
    if (key === "" || taught.has(key)) continue;
    const known = groups.get(key) ?? {
      request: text,
      plan: toJson({ ...plan, metadata: {} }),
      times: 0,
      cost_cents: 0,
    };
    const cost = plan.metadata.costCents ?? 0;
    groups.set(key, { ...known, times: known.times + 1, cost_cents: known.cost_cents + cost });
  }
  return { offers: [...groups.values()].toSorted((a, b) => b.cost_cents - a.cost_cents || b.times - a.times) };
}

function toolsKey(steps: readonly { tool: string; args: JsonObject }[]): string {
  return steps.map(({ tool, args }) => `${tool}(${Object.keys(args).toSorted().join(",")})`).join(">");
}
