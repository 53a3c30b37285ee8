import { DatabaseSync } from "node:sqlite";

/** The part of better-sqlite3's interface that the checkpointer uses, over Node's own SQLite. */
export function openSqlite(path) {
  const db = new DatabaseSync(path);
  const run = (words) => db.exec(words);
  return {
    prepare(sql) {
      const statement = db.prepare(sql);
      return {
        run: (...values) => statement.run(...values.map(bound)),
        get: (...values) => statement.get(...values.map(bound)),
        all: (...values) => statement.all(...values.map(bound)),
      };
    },
    exec: run,
    pragma: (words) => run(`PRAGMA ${words}`),
    close: () => db.close(),
    transaction:
      (work) =>
      (...args) => {
        run("BEGIN");
        try {
          const result = work(...args);
          run("COMMIT");
          return result;
        } catch (error) {
          run("ROLLBACK");
          throw error;
        }
      },
  };
}

/** better-sqlite3 takes undefined for NULL. */
function bound(value) {
  return value === undefined ? null : value;
}
