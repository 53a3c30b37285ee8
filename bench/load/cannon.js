import autocannon from "autocannon";

// The load generator, in a process of its own: options come as JSON in the first argument, the report leaves as JSON.
const { url, key, body, unique, run, seconds, connections, rate } = JSON.parse(process.argv[2] ?? "{}");
let sent = 0;

const report = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(rate !== undefined && { overallRate: rate }),
  headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
  requests: [
    {
      method: "POST",
      body,
      // Each request another text, so that none has been seen before.
      ...(unique && {
        setupRequest(request) {
          sent += 1;
          return { ...request, body: body.replace("0000", `${run}${String(sent).padStart(6, "0")}`) };
        },
      }),
    },
  ],
});
process.stdout.write(JSON.stringify(report));
