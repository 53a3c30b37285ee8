import { changeBook, createLessonBook, type Entry, type LessonBook } from "../../planners/lessons/lesson-book.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { type Change, createLessonRecords, type LessonStatus, type Version } from "./lesson-records.ts";

/** The lessons of a tenant as of a version. */
export type LessonSet = {
  version: number;
  book: LessonBook;
  lessons: ReadonlyMap<string, { entry: Entry; status: LessonStatus; recordVersion: number }>;
};

/** A change to commit: lessons that become active or revoked, and its name. `book` is the result, if it is known. */
type ShelfChange = {
  by: string;
  change: string;
  add: readonly Entry[];
  revoke: readonly string[];
  book?: LessonBook;
};

export type LessonShelves = {
  /** The active rules. Changes of this process show at once, of other processes within two seconds. */
  get(tenant: string): Promise<LessonSet>;
  /** `decide` is called again if another process was faster; without a change nothing is written. */
  change(tenant: string, decide: (shelf: LessonSet) => Promise<ShelfChange | undefined>): Promise<LessonSet>;
  versions(tenant: string, limit: number): Promise<Version[]>;
};

/** How long a change of another process may go unnoticed. */
const refreshMs = 2000;
const mostAttempts = 5;

export function createLessonShelves({ store, clock }: { store: Store; clock: Clock }): LessonShelves {
  const records = createLessonRecords(store);
  const shelves = new Map<string, { shelf: Promise<LessonSet>; checkedAt: number }>();

  const load = async (tenant: string): Promise<LessonSet> => {
    const version = await records.current(tenant);
    const rows = version === 0 ? [] : await records.all(tenant);
    const active = rows.filter(({ status }) => status === "active").map(({ entry }) => entry);
    return {
      version,
      book: createLessonBook(active),
      lessons: new Map(rows.map((row) => [row.entry.lesson.id, row])),
    };
  };
  const refresh = async (tenant: string, known: Promise<LessonSet>): Promise<LessonSet> => {
    const shelf = await known;
    return (await records.current(tenant)) === shelf.version ? shelf : load(tenant);
  };
  const keep = (tenant: string, shelf: Promise<LessonSet>): Promise<LessonSet> => {
    shelves.set(tenant, { shelf, checkedAt: clock.now() });
    shelf.catch(() => shelves.delete(tenant));
    return shelf;
  };
  return {
    get(tenant) {
      const known = shelves.get(tenant);
      if (known === undefined) return keep(tenant, load(tenant));
      if (clock.now() - known.checkedAt < refreshMs) return known.shelf;
      return keep(tenant, refresh(tenant, known.shelf));
    },
    async change(tenant, decide) {
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const shelf = await keep(tenant, attempt === 0 ? this.get(tenant) : load(tenant));
        const wanted = await decide(shelf);
        if (wanted === undefined) return shelf;
        const next = apply(shelf, wanted);
        const version = toVersion(next.version, wanted, clock);
        if (await records.commit(tenant, version, next.changes)) return keep(tenant, Promise.resolve(next));
      }
      throw new Error("the lessons changed too often while one was written");
    },
    versions: (tenant, limit) => records.versions(tenant, limit),
  };
}

function toVersion(version: number, { by, change, add, revoke }: ShelfChange, clock: Clock): Version {
  const at = new Date(clock.now()).toISOString();
  return { version, at, by, change, added: add.map(({ lesson }) => lesson.id), removed: [...revoke] };
}

function apply(shelf: LessonSet, { add, revoke, book }: ShelfChange): LessonSet & { changes: Change[] } {
  const lessons = new Map(shelf.lessons);
  const changes: Change[] = [];
  const put = (entry: Entry, status: LessonStatus): void => {
    const was = lessons.get(entry.lesson.id)?.recordVersion ?? 0;
    changes.push({ entry, status, was });
    lessons.set(entry.lesson.id, { entry, status, recordVersion: was + 1 });
  };
  for (const id of revoke) {
    const known = lessons.get(id);
    if (known !== undefined) put(known.entry, "revoked");
  }
  for (const entry of add) put(entry, "active");
  return {
    version: shelf.version + 1,
    book: book ?? changeBook(shelf.book, { add, remove: revoke }),
    lessons,
    changes,
  };
}
