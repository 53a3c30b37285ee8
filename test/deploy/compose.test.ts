import { describe, expect, it } from "vitest";
import { compose, instructions, own, read } from "./files.ts";

// Regressions found with a real container engine.
const mounted = ({ tmpfs = [], volumes = [] }: { tmpfs?: string[] | undefined; volumes?: string[] | undefined }) => [
  ...tmpfs.map((mount) => mount.split(":")[0]),
  ...volumes.map((mount) => mount.split(":")[1]),
];

describe("deploy/compose.yaml", () => {
  it.each(own)("%s leaves no anonymous volume, and can write its data folder", (_, service) => {
    const declared = instructions.flatMap(({ word, rest }) => (word === "VOLUME" ? [rest] : []));
    expect(declared).toEqual(["/data"]);
    expect(mounted(service)).toEqual(expect.arrayContaining(declared));
    expect(service.tmpfs).toContain("/data:uid=1000");
  });

  it("keeps data of Postgres and Redis in named volumes", () => {
    expect(compose.services["postgres"]?.volumes).toEqual(["postgres:/var/lib/postgresql/data"]);
    expect(compose.services["redis"]?.volumes).toEqual(["redis:/data"]);
    expect(compose.services["redis"]?.command).toEqual([
      "redis-server",
      "--appendonly",
      "yes",
      "--maxmemory-policy",
      "noeviction",
    ]);
    expect(Object.keys(compose.volumes)).toEqual(["postgres", "redis"]);
  });

  it("checks the health of Postgres at the address that clients use", () => {
    const [, ...check] = compose.services["postgres"]?.healthcheck?.test ?? [];
    expect(check).toEqual(["pg_isready", "-h", "127.0.0.1", "-U", "planwright"]);
  });

  it("is started by the README with --wait", () => {
    expect(read("README.md")).toMatch(/^docker compose up --detach --wait$/m);
  });
});
