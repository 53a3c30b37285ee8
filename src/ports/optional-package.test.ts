import { describe, expect, it } from "vitest";
import { loadOptional, MissingPackageError } from "./optional-package.ts";

describe("loadOptional", () => {
  const missing = (name: string): Error =>
    Object.assign(new Error(`Cannot find package '${name}' imported from /x`), { code: "ERR_MODULE_NOT_FOUND" });

  it("returns what was loaded", async () => {
    await expect(loadOptional("pg", "PostgreSQL", async () => 7)).resolves.toBe(7);
  });

  it("names the package to install if it is missing", async () => {
    const loading = loadOptional("pg", "PostgreSQL", () => Promise.reject(missing("pg")));
    await expect(loading).rejects.toEqual(
      new MissingPackageError('PostgreSQL needs the package "pg": run npm install pg'),
    );
  });

  it("reports a failure of the package itself as it is", async () => {
    const other = missing("pg-types");
    await expect(loadOptional("pg", "PostgreSQL", () => Promise.reject(other))).rejects.toBe(other);
  });
});
