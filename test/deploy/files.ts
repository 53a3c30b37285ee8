import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

export const root = resolve(import.meta.dirname, "../..");

export function read(path: string): string {
  return readFileSync(join(root, "deploy", path), "utf8");
}

/** All documents of a YAML file; throws on errors. */
export function documentsIn(path: string): unknown[] {
  return parseAllDocuments(read(path), { merge: true, strict: true, uniqueKeys: true }).map((document) => {
    if ("errors" in document && document.errors.length > 0) throw new Error(`${path}: ${document.errors.join("; ")}`);
    return document.toJS();
  });
}

/** The checked fields of a compose service. */
const ComposeService = z.looseObject({
  image: z.string(),
  tmpfs: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.unknown()).optional(),
});
export const compose = z
  .object({
    services: z.record(z.string(), ComposeService),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(documentsIn("compose.yaml")[0]);

/** The services with our image. */
export const own = Object.entries(compose.services).filter(([, { image }]) => image.startsWith("planwright:"));

const Named = z.looseObject({ name: z.string() });
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Container = z.looseObject({
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  startupProbe: Probe.optional(),
  resources: z.object({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
  securityContext: z.looseObject({}),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const Labels = z.record(z.string(), z.string());
const Pod = z.object({
  metadata: z.object({ labels: Labels }),
  spec: z.looseObject({
    containers: z.tuple([Container]),
    volumes: z.array(Named),
    securityContext: z.looseObject({}),
  }),
});
const Selector = z.object({ matchLabels: Labels.optional() });
const Manifest = z.discriminatedUnion("kind", [
  z.looseObject({
    kind: z.literal("Deployment"),
    metadata: Named,
    spec: z.looseObject({ selector: Selector, template: Pod }),
  }),
  z.looseObject({ kind: z.literal("Job"), metadata: Named, spec: z.looseObject({ template: Pod }) }),
  z.looseObject({
    kind: z.literal("Service"),
    metadata: Named,
    spec: z.object({ selector: Labels, ports: z.array(z.looseObject({ targetPort: z.string() })) }),
  }),
  z.looseObject({
    kind: z.literal("PodDisruptionBudget"),
    metadata: Named,
    spec: z.looseObject({ selector: Selector }),
  }),
  z.looseObject({ kind: z.literal("NetworkPolicy"), metadata: Named, spec: z.looseObject({ podSelector: Selector }) }),
]);

export const kustomization = z
  .looseObject({ resources: z.array(z.string()), images: z.array(z.object({ name: z.string(), newTag: z.string() })) })
  .parse(documentsIn("kubernetes/kustomization.yaml")[0]);
export const manifests = kustomization.resources
  .flatMap((file) => documentsIn(`kubernetes/${file}`))
  .map((document) => Manifest.parse(document));

/** Deployments and Jobs. */
export const workloads = manifests.flatMap((one) => (one.kind === "Deployment" || one.kind === "Job" ? [one] : []));

export const units = ["systemd/planwright.service", "systemd/planwright@.service"] as const;

/** The instructions of the container file, with continued lines joined. */
export const instructions = read("container/Containerfile")
  .split("\n")
  .flatMap((line) => {
    const [, word, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return word === undefined || rest === undefined ? [] : [{ word, rest }];
  });

const Rule = z.strictObject({
  alert: z.string().regex(/^Planwright[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.strictObject({ summary: z.string() }),
});
export const rules = z
  .strictObject({ groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(Rule) })]) })
  .parse(documentsIn("prometheus/alerts.yaml")[0]).groups[0].rules;
