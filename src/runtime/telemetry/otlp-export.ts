import { loadOptional } from "../../ports/optional-package.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import { isTracing } from "./otel-trace.ts";

/** Sends what is left and stops. */
export type OtlpExport = { stop(): Promise<void> };

/**
 * Starts the OpenTelemetry SDK if the environment asks for an exporter and the process has no SDK yet. The SDK reads the
 * standard variables itself. Call it before the workspace is opened.
 */
export async function startOtlpExport(env: Env): Promise<OtlpExport | undefined> {
  if (!isWanted(env) || isTracing()) return undefined;
  const purpose = "OTLP export";
  const { NodeSDK } = await loadOptional("@opentelemetry/sdk-node", purpose, () => import("@opentelemetry/sdk-node"));
  const isNamed =
    Boolean(env["OTEL_SERVICE_NAME"]) || /(?:^|,)\s*service\.name=/.test(env["OTEL_RESOURCE_ATTRIBUTES"] ?? "");
  const sdk = new NodeSDK(isNamed ? {} : { serviceName: "planwright" });
  sdk.start();
  // A backend that is down must not keep the process from ending.
  return { stop: () => sdk.shutdown().catch(() => undefined) };
}

function isWanted(env: Env): boolean {
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return false;
  const endpoints = ["", "_TRACES", "_METRICS"].map((signal) => env[`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`]);
  const exporters = ["TRACES", "METRICS"].map((signal) => env[`OTEL_${signal}_EXPORTER`] ?? "");
  return endpoints.some(Boolean) || exporters.some((name) => name !== "" && name !== "none");
}
