/** A metric: its name, what it means, and the labels of its series. Times are in seconds. */
export type Definition = {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  labels?: readonly string[];
  buckets?: readonly number[];
  /** How the values of several processes become one; their sum by default. */
  aggregator?: "sum" | "min" | "max";
  /** Who knows it, if not each process for itself: one process for all, from the database or the disk; or the supervisor. */
  source?: "shared" | "supervisor";
};

const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const slow = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Every metric of ours. The docs list the same, and the alert rules and the board use no others. */
export const definitions = [
  {
    name: "vang_http_requests_total",
    type: "counter",
    help: "Requests by operation of the API (its operationId; page for the console, other for unknown paths) and status",
    labels: ["operation", "status"],
  },
  {
    name: "vang_http_request_duration_seconds",
    type: "histogram",
    help: "Time until the response of an operation begins; of a page until it ends",
    labels: ["operation", "status"],
    buckets: slow,
  },
  {
    name: "vang_http_errors_total",
    type: "counter",
    help: "Error responses of the API by error code",
    labels: ["code"],
  },
  {
    name: "vang_jobs_total",
    type: "counter",
    help: "Ended jobs by service and result: completed, or the error code",
    labels: ["service", "result"],
  },
  { name: "vang_jobs_running", type: "gauge", help: "Jobs that run now" },
  { name: "vang_live_sessions", type: "gauge", help: "Live transcriptions that are open" },
  { name: "vang_jobs_places", type: "gauge", help: "Jobs that may run at once (VANG_API_CONCURRENCY)" },
  {
    name: "vang_engine_calls_total",
    type: "counter",
    help: "Calls to an engine by result: ok, rejected, busy, broken, timeout or left by the client",
    labels: ["engine", "result"],
  },
  {
    name: "vang_engine_call_duration_seconds",
    type: "histogram",
    help: "Duration of calls to an engine with waiting and retry, however they end",
    labels: ["engine"],
    buckets: slow,
  },
  { name: "vang_engine_running", type: "gauge", help: "Calls that an engine runs now", labels: ["engine"] },
  { name: "vang_engine_waiting", type: "gauge", help: "Calls that wait for a place of an engine", labels: ["engine"] },
  {
    name: "vang_engine_places",
    type: "gauge",
    help: "Calls that an engine may run at once; 0 without a limit",
    labels: ["engine"],
  },
  {
    name: "vang_engine_circuits_open",
    type: "gauge",
    help: "Processes in which the circuit of an engine is open",
    labels: ["engine"],
  },
  {
    name: "vang_engine_healthy",
    type: "gauge",
    help: "1 if the last health check of a remote engine succeeded in every process, otherwise 0",
    labels: ["engine"],
    aggregator: "min",
  },
  {
    name: "vang_engine_state",
    type: "gauge",
    help: "1 for the state that the staff has set for an engine: on, draining or off",
    labels: ["engine", "state"],
    aggregator: "max",
  },
  {
    name: "vang_objects_duration_seconds",
    type: "histogram",
    help: "Duration of operations on stored audio and texts by operation (put, open, delete) and result (ok, failed)",
    labels: ["operation", "result"],
    buckets: fast,
  },
  {
    name: "vang_publish_duration_seconds",
    type: "histogram",
    help: "Duration of publishing a finished job by result: ok, rejected (its hold had ended) or failed",
    labels: ["result"],
    buckets: fast,
  },
  {
    name: "vang_stream_lag_seconds",
    type: "gauge",
    help: "Age of the oldest finished job that is not recorded",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_stream_info",
    type: "gauge",
    help: "1, with what carries finished jobs: postgresql, nats, or nats-unsafe, which can lose them in a power cut",
    labels: ["kind"],
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_stream_dead_letters",
    type: "gauge",
    help: "Finished jobs that were set aside",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_outbox_due",
    type: "gauge",
    help: "Due messages that wait for a worker by queue: email, or webhooks of all regions",
    labels: ["queue"],
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_outbox_oldest_due_seconds",
    type: "gauge",
    help: "How long the oldest due message of a queue has waited for a worker",
    labels: ["queue"],
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_outbox_dead",
    type: "gauge",
    help: "Messages other than webhooks that could not be sent",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_webhook_attempts_total",
    type: "counter",
    help: "Attempts of webhooks by result: ok, or why they failed",
    labels: ["result"],
  },
  {
    name: "vang_webhook_attempt_duration_seconds",
    type: "histogram",
    help: "Duration of attempts of webhooks",
    buckets: slow,
  },
  {
    name: "vang_webhooks_stopped",
    type: "gauge",
    help: "1 while the staff has stopped all deliveries of webhooks, otherwise 0",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_webhook_endpoints_behind",
    type: "gauge",
    help: "Endpoints whose oldest due event has waited for more than 15 minutes",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_long_jobs",
    type: "gauge",
    help: "Long jobs of this region that have not ended by state: queued, running or paused for lack of credit",
    labels: ["state"],
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_long_jobs_oldest_queued_seconds",
    type: "gauge",
    help: "How long the oldest queued long job has waited to begin",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_long_jobs_stuck",
    type: "gauge",
    help: "Long jobs with a step that failed three times or more",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_books_differences",
    type: "gauge",
    help: "Differences that the newest audit of the books found",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_books_audit_age_seconds",
    type: "gauge",
    help: "Time since the newest audit of the books",
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_ledger_protected",
    type: "gauge",
    help: "1 if the database keeps our role from changing or deleting ledger transfers and audit entries, otherwise 0",
    aggregator: "min",
    source: "shared",
  },
  {
    name: "vang_alarms",
    type: "gauge",
    help: "1 for an alarm of the desk that is open, or closed by the staff while what it is about remains; missing if alarms cannot be read",
    labels: ["alarm", "state"],
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_desk_waiting",
    type: "gauge",
    help: "What waits for the operator's staff by kind; transferIn and notification are payments for top-ups",
    labels: ["kind"],
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_desk_oldest_waiting_seconds",
    type: "gauge",
    help: "How long the oldest of a kind has waited for the operator's staff",
    labels: ["kind"],
    aggregator: "max",
    source: "shared",
  },
  {
    name: "vang_task_failures_total",
    type: "counter",
    help: "Failed runs of background tasks by task",
    labels: ["task"],
  },
  {
    name: "vang_database_connections",
    type: "gauge",
    help: "Connections of the pools by state: busy or idle; waiting counts requests for one",
    labels: ["state"],
  },
  {
    name: "vang_database_up",
    type: "gauge",
    help: "1 if the database has answered within the time of a scrape, otherwise 0",
    aggregator: "min",
    source: "shared",
  },
  {
    name: "vang_data_free_ratio",
    type: "gauge",
    help: "Free part of the file system of VANG_DATA",
    aggregator: "min",
    source: "shared",
  },
  {
    name: "vang_processes",
    type: "gauge",
    help: "Processes of a role that serve",
    labels: ["role"],
    source: "supervisor",
  },
  {
    name: "vang_process_restarts_total",
    type: "counter",
    help: "How often processes of a role have ended by themselves",
    labels: ["role"],
    source: "supervisor",
  },
  {
    name: "vang_build_info",
    type: "gauge",
    help: "1, with the version and the region of the processes",
    labels: ["version", "region"],
    aggregator: "max",
  },
] as const satisfies readonly Definition[];

type Named<Type extends Definition["type"]> = Extract<(typeof definitions)[number], { type: Type }>;
type LabelsOf<One> = One extends { labels: readonly (infer Label extends string)[] }
  ? Record<Label, string>
  : Record<string, never>;

export type CounterName = Named<"counter">["name"];
export type GaugeName = Named<"gauge">["name"];
export type HistogramName = Named<"histogram">["name"];
export type Labels<Name extends string> = LabelsOf<Extract<(typeof definitions)[number], { name: Name }>>;
