import { compact } from "../../../plan/compact.ts";
import { type ConformanceReport, type Finding, kitContracts, testServer } from "../../../testing/conformance/index.ts";
import { choiceOf, exit, flag, type Handler, numberOf, text, UsageError } from "../../command.ts";
import { withProgress } from "../../output/progress.ts";
import { checkUrl, noServerText } from "../../remote/remote.ts";

/** Exit 0 if the server conforms, 3 if it violates a contract, 7 if it does not answer. */
export const conformance: Handler = async (invocation) => {
  const { io } = invocation;
  const baseUrl = text(invocation, "url");
  if (baseUrl === undefined) throw new UsageError("conformance needs --url, for example http://127.0.0.1:4400");
  checkUrl(baseUrl);
  if (!(await answers(baseUrl, io.signal))) {
    io.err(`planwright: ${noServerText(baseUrl)}\n`);
    return exit.dependency;
  }
  const key = text(invocation, "key") ?? io.env["PLANWRIGHT_KEY"];
  const json = flag(invocation, "json");
  const contract = choiceOf(invocation, "contract", kitContracts);
  const asked = compact({
    baseUrl,
    key,
    contracts: contract === undefined ? kitContracts : [contract],
    fuzz: numberOf(invocation, "fuzz"),
    seed: numberOf(invocation, "seed"),
  });
  const report = await withProgress(io, `asking ${baseUrl}`, (reportProgress) =>
    testServer({
      ...asked,
      onFinding: (finding) => {
        reportProgress(`${finding.endpoint}, ${finding.check}`);
        if (!json) io.out(findingText(finding));
      },
    }),
  );
  io.out(json ? `${JSON.stringify(report, null, 2)}\n` : `\n${verdict(report)}\n`);
  return report.conforms ? exit.ok : exit.contract;
};

async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(url, { signal, redirect: "manual" });
    return true;
  } catch {
    return false;
  }
}

function findingText({ outcome, contract, endpoint, check, detail }: Finding): string {
  const line = `${outcome.padEnd(6)}  ${contract.padEnd(11)}  ${endpoint}: ${check}\n`;
  return detail === undefined ? line : `${line}        ${detail}\n`;
}

function verdict({ findings, requests, conforms }: ConformanceReport): string {
  const count = (outcome: Finding["outcome"]): number => findings.filter((one) => one.outcome === outcome).length;
  const sums = `${count("kept")} kept, ${count("broken")} broken, ${count("absent")} absent, ${requests} requests`;
  return `${conforms ? "conforms" : "does not conform"}: ${sums}`;
}
