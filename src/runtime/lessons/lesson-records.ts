import { recordPages } from "../../ports/stored-record.ts";
import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import { type Json, toJson } from "../../plan/json.ts";
import { Lesson } from "../../planners/lessons/lesson.ts";
import type { Entry } from "../../planners/lessons/lesson-book.ts";
import { Pack } from "../../planners/packs/pack.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";

/** The record kinds of this module. Versions are numbered from 1, their ids sort by number. */
const lessonKinds = { lesson: "lessons.lesson", version: "lessons.version" } as const;

/** A stored lesson with its derived rule, so that a changed tool does not change a reviewed rule. */
const StoredLesson = z.object({
  lesson: Lesson,
  derived: z.custom<Entry["derived"]>((value) => typeof value === "object" && value !== null),
  edited: Pack.optional(),
});
export type LessonStatus = "active" | "revoked";

/** One change of the taught rules. */
const Version = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string(),
  change: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
});
export type Version = z.infer<typeof Version>;

type LessonRecords = {
  /** All lessons, revoked ones too. */
  all(tenant: string): Promise<{ entry: Entry; status: LessonStatus; recordVersion: number }[]>;
  /** Number of the last version; 0 before the first lesson. */
  current(tenant: string): Promise<number>;
  /** The latest first. */
  versions(tenant: string, limit: number): Promise<Version[]>;
  /** Writes lessons and their new status with the version. False if another process wrote the same version first. */
  commit(tenant: string, version: Version, changes: readonly Change[]): Promise<boolean>;
};
export type Change = { entry: Entry; status: LessonStatus; was: number };

export function createLessonRecords(store: Store): LessonRecords {
  const last = async (tenant: string, limit: number): Promise<Version[]> => {
    const records = await store.records({ tenant, kind: lessonKinds.version, limit });
    return records.map(({ body }) => Version.parse(body));
  };
  return {
    async all(tenant) {
      const rows: Awaited<ReturnType<LessonRecords["all"]>> = [];
      for await (const page of recordPages(store, { tenant, kind: lessonKinds.lesson }))
        for (const { body, status, version } of page)
          rows.push({
            entry: toEntry(body),
            status: status === "revoked" ? "revoked" : "active",
            recordVersion: version,
          });
      return rows.reverse();
    },
    current: async (tenant) => (await last(tenant, 1))[0]?.version ?? 0,
    versions: last,
    async commit(tenant, version, changes) {
      try {
        await store.write((tx) => {
          const id = String(version.version).padStart(9, "0");
          tx.putRecord({ tenant, kind: lessonKinds.version, id, body: version }, 0);
          for (const { entry, status, was } of changes)
            tx.putRecord({ tenant, kind: lessonKinds.lesson, id: entry.lesson.id, status, body: toJson(entry) }, was);
        });
        return true;
      } catch (error) {
        if (isConflict(error)) return false;
        throw error;
      }
    },
  };
}

function toEntry(body: Json): Entry {
  const { lesson, derived, edited } = StoredLesson.parse(body);
  return compact({ lesson, derived, edited });
}
