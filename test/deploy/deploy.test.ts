import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands/index.ts";
import { parse } from "../../src/cli/parse.ts";
import { parseRoles } from "../../src/cli/options/roles.ts";
import { routes } from "../../src/contracts/api/routes.ts";
import { parseYaml } from "../../src/plan/parse-yaml.ts";
import { metricTable } from "../../src/ports/metrics.ts";
import { Config } from "../../src/runtime/config/config.ts";
import { packageVersion } from "../../src/runtime/version.ts";
import { programsAbsent } from "../support/program.ts";
import { compose, instructions, kustomization, manifests, own, read, root, rules, units, workloads } from "./files.ts";

// Users copy the files of deploy/, so they must match the product.
const io = { out: () => undefined, err: () => undefined, env: {}, signal: new AbortController().signal };
const wired = { ...io, read: async () => new Uint8Array(), write: async () => undefined };

const noKubectl = programsAbsent("kubectl");
const noSystemd = programsAbsent("systemd-analyze");

const ran = (line: string): string[] => line.split(/\s+/).filter(Boolean);
const readme = read("README.md");
const calls: readonly (readonly [string, readonly string[]])[] = [
  ...own.flatMap(([name, { command }]) => (command === undefined ? [] : [[`compose ${name}`, command] as const])),
  ...workloads.map((one) => [`kubernetes ${one.metadata.name}`, one.spec.template.spec.containers[0].args] as const),
  ...units.map((file) => {
    const line = /^ExecStart=\/usr\/bin\/env planwright (.*)$/m.exec(read(file))?.[1] ?? "";
    return [file, ran(line.replace("${ROLES}", "worker"))] as const;
  }),
  ...instructions
    .filter(({ word }) => word === "CMD")
    .map(({ rest }) => ["Containerfile", JSON.parse(rest) as string[]] as const),
  ...[
    ...readme.matchAll(/(?:compose run --rm api|\bplanwright) ((?:keys|backup|doctor|migrate|start)\b[^`\n#]*)/g),
  ].map(([, line = ""]) => [`README: ${line}`, ran(line)] as const),
];

describe("deploy/", () => {
  // The first call loads the whole service.
  it.each(calls)("%s uses valid command lines", { timeout: 120_000 }, async (_, words) => {
    expect(await parse(commands, words, wired)).toMatchObject({ kind: "run" });
    const at = words.indexOf("--roles");
    if (at !== -1) expect(parseRoles(words[at + 1] ?? "").size).toBeGreaterThan(0);
  });

  it("starts every role", () => {
    const roles = (of: readonly (readonly string[])[]): string[] =>
      of.flatMap((words) => [...parseRoles(words[words.indexOf("--roles") + 1] ?? "")]).toSorted();
    const starting = (words: readonly string[] | undefined): boolean => words?.[0] === "start";
    const every = ["api", "daemon", "planner", "router", "worker"];
    expect(
      roles(Object.values(compose.services).flatMap(({ command }) => (command && starting(command) ? [command] : []))),
    ).toEqual(every);
    const pods = workloads.map((one) => one.spec.template.spec.containers[0].args).filter(starting);
    expect(roles(pods)).toEqual(every);
  });

  it("sets only variables that are read", () => {
    const text = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(root, "src", file), "utf8"))
      .join("\n");
    // Read by Node and its libraries, by systemd, and by the Postgres image.
    const others = new Set(["NODE_ENV", "ROLES", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD_FILE"]);
    const inUnits = units.flatMap((file) => [...read(file).matchAll(/^(?:Environment|LoadCredential)=(.*)$/gm)]);
    const set = [
      ...Object.values(compose.services).flatMap(({ environment }) => Object.keys(environment ?? {})),
      ...workloads.flatMap((one) => one.spec.template.spec.containers[0].env.map(({ name }) => name)),
      ...instructions
        .filter(({ word }) => word === "ENV")
        .flatMap(({ rest }) => ran(rest).map((pair) => pair.split("=")[0] ?? "")),
      ...inUnits.flatMap(([, line = ""]) => ran(line).map((pair) => pair.split(/[=:]/)[0] ?? "")),
      ...[...readme.matchAll(/`(PLANWRIGHT_[A-Z_]+)`/g)].map(([, name = ""]) => name),
      "DATABASE_URL",
      "REDIS_URL",
    ];
    expect(set.length).toBeGreaterThan(10);
    expect(set.filter((name) => !others.has(name) && !text.includes(`"${name}"`))).toEqual([]);
  });

  it("mounts the same valid configuration everywhere", () => {
    expect(parseYaml(Config, { text: read("planwright.yaml"), file: "planwright.yaml" })).toMatchObject({ ok: true });
    expect(read("kubernetes/planwright.yaml")).toBe(read("planwright.yaml"));
  });

  it("uses the current release", () => {
    expect(kustomization.images).toEqual([{ name: "planwright", newTag: packageVersion }]);
    for (const file of ["compose.yaml", "README.md", "container/Containerfile"])
      expect(read(file)).toContain(`planwright:${packageVersion}`);
  });

  it("passes secrets as files, never in manifests", () => {
    for (const { secrets } of Object.values(compose.services))
      for (const name of secrets ?? []) expect(compose.secrets[name]?.file).toBe(`./secrets/${name}`);
    expect(manifests.map(({ kind }) => kind)).not.toContain("Secret");
    expect(read("compose.yaml")).not.toContain("postgres://");
  });
});

describe("docs/operations.md", () => {
  const page = readFileSync(join(root, "docs/operations.md"), "utf8");
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, text = ""]) => text.split(/\n|\|/));
  const inline = [...page.matchAll(/`(planwright [^`\n]*)`/g)].map(([, text = ""]) => text);
  const lines = [...blocks, ...inline].flatMap((line) => /\bplanwright ([a-z][^#]*)/.exec(line)?.[1] ?? []);

  it.each([...new Set(lines)])("planwright %s is a valid command", { timeout: 120_000 }, async (line) => {
    // Arguments may be omitted.
    await expect(parse(commands, [...ran(line), "--frobnicate"], wired)).rejects.toThrow("unknown option --frobnicate");
  });

  it("shows a valid configuration", () => {
    const blocksOfYaml = [...page.matchAll(/^```yaml\n(.*?)^```/gms)];
    expect(blocksOfYaml.length).toBeGreaterThan(0);
    for (const [, text = ""] of blocksOfYaml)
      expect(parseYaml(Config, { text, file: "x" })).toMatchObject({ ok: true });
  });
});

describe("deploy/kubernetes", () => {
  it.each(workloads.map((one) => [one.metadata.name, one] as const))("%s runs with least privilege", (_, one) => {
    const { spec } = one.spec.template;
    const [container] = spec.containers;
    expect(spec).toMatchObject({ securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } } });
    expect(spec).toMatchObject({ automountServiceAccountToken: false });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(Object.keys(container.resources.requests)).toEqual(["cpu", "memory"]);
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(
      spec.volumes.map(({ name }) => name).toSorted(),
    );
  });

  it("selects its own pods", () => {
    const labels = workloads.map((one) => one.spec.template.metadata.labels["app.kubernetes.io/component"]);
    for (const one of manifests) {
      if (one.kind === "Job" || one.kind === "NetworkPolicy") continue;
      const selected = one.kind === "Service" ? one.spec.selector : one.spec.selector.matchLabels;
      expect(labels).toContain(selected?.["app.kubernetes.io/component"]);
      if (one.kind === "Deployment") expect(one.spec.template.metadata.labels).toEqual(selected);
    }
  });

  it("routes every request to a pod that serves it", () => {
    const first = ({ path }: { path: string }): string => path.split("/")[1] ?? "";
    const served = new Set(
      Object.values(routes)
        .filter(({ role }) => role === "daemon")
        .map(first),
    );
    const named = [...readme.matchAll(/path: \/(\w+), .*planwright-daemon/g)].map(([, name]) => name);
    expect(named).toEqual([...served]);
    expect(manifests.flatMap(({ kind, metadata: { name } }) => (kind === "Service" ? [name] : []))).toEqual([
      "planwright",
      "planwright-daemon",
    ]);
  });

  it("probes health routes on the container port", () => {
    const port = /\bPORT=(\d+)/.exec(read("container/Containerfile"))?.[1];
    for (const one of workloads) {
      const [container] = one.spec.template.spec.containers;
      expect(container.ports).toEqual([{ name: "http", containerPort: Number(port) }]);
      if (one.kind === "Job") continue;
      expect(container.readinessProbe?.httpGet).toEqual({ path: "/readyz", port: "http" });
      expect(container.livenessProbe?.httpGet).toEqual({ path: "/healthz", port: "http" });
      expect(container.startupProbe?.httpGet).toEqual({ path: "/healthz", port: "http" });
    }
  });

  it.skipIf(noKubectl !== undefined)(
    `is built by kustomize, every pod labelled for the network policy ${noKubectl ?? ""}`,
    () => {
      const built = execFileSync("kubectl", ["kustomize", join(root, "deploy/kubernetes")], { encoding: "utf8" });
      expect(built.match(/^kind: /gm)).toHaveLength(manifests.length + 1);
      expect(built.match(/image: planwright:/g)).toHaveLength(workloads.length);
      expect(built.match(/^ {8}app\.kubernetes\.io\/name: planwright/gm)).toHaveLength(workloads.length);
    },
  );
});

describe("deploy/systemd", () => {
  it.each(units)("%s sets its syslog identifier", (file) => {
    expect(read(file)).toMatch(/^SyslogIdentifier=planwright(?:-%i)?$/m);
  });

  it.skipIf(noSystemd !== undefined)(`is in order by systemd's own reckoning ${noSystemd ?? ""}`, () => {
    const files = units.map((file) => join(root, "deploy", file));
    execFileSync("systemd-analyze", ["verify", ...files], { stdio: "pipe" });
    for (const file of files) {
      const said = execFileSync("systemd-analyze", ["security", "--offline=true", file], { encoding: "utf8" });
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(said) ?? [];
      expect(Number(exposure)).toBeLessThan(2);
    }
  });
});

describe("deploy/prometheus", () => {
  const runbook = readFileSync(join(root, "docs/operations.md"), "utf8");

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    "%s asks for figures there are, and is in the runbook",
    (name, { expr }) => {
      const named = [...expr.matchAll(/\b(?:planwright|process|nodejs)_\w+/g)].map(([metric]) => metric);
      const known = (metric: string): boolean =>
        metric.replace(/_(?:bucket|count|sum)$/, "") in metricTable || metric in metricTable;
      expect(named.filter((metric) => !known(metric))).toEqual([]);
      expect(named.length > 0 || expr.startsWith("up{")).toBe(true);
      expect(runbook).toContain(`### ${name}\n`);
    },
  );

  it("has all alerts of the runbook", () => {
    const sections = [...runbook.matchAll(/^### (Planwright\w+)$/gm)].map(([, name = ""]) => name);
    expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});
