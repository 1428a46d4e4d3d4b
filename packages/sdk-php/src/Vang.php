<?php

declare(strict_types=1);

/**
 * Client of a Vang server: text to speech, speech to text, long jobs and webhooks. PHP 8.1 or newer with curl.
 *
 *     $vang = new Vang\Vang(); // VANG_API_KEY and VANG_BASE_URL
 *     $speech = $vang->tts(["text" => "Xin chào", "voiceId" => "north-linh", "modelId" => "vang-espeak"]);
 *     echo $speech["audioUrl"], " ", $speech->chargeVnd();
 *
 * Bodies, queries and responses have the names of the API: see /docs of the server. Calls take options:
 *
 * - idempotencyKey: of charged requests; made by the client if it is missing, and the same for every try
 * - metadata: an array of texts that come back with the job in its history and events
 * - retention: "none" stores neither text nor audio
 * - timeout: seconds until the response, of each try; for audio, of each part as well
 * - cancel: a function that is called ten times a second, and ends the call by returning true
 * - headers, maxRetries
 */

namespace Vang;

/** A request that failed. Without `status` no response came: see the subclasses. */
class VangException extends \RuntimeException
{
    public function __construct(
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $errorCode = null,
        public readonly ?string $messageVi = null,
        public readonly ?string $requestId = null,
        public readonly ?string $param = null,
        public readonly bool $retryable = false,
        public readonly ?float $retryAfterSeconds = null,
    ) {
        parent::__construct($message);
    }
}

/** No connection, or it ended before the response did. */
final class ConnectionException extends VangException {}

/** The server took longer than the timeout. */
final class TimeoutException extends VangException {}

/** The option `cancel` of the call ended it. */
final class AbortedException extends VangException {}

/** A webhook that is not from the server, is too old, or cannot be read. */
final class SignatureException extends VangException {}

/** What the headers of a response say. */
trait Headers
{
    public function requestId(): ?string
    {
        return $this->headers["x-request-id"] ?? null;
    }

    public function trackingId(): ?string
    {
        return $this->headers["x-tracking-id"] ?? null;
    }

    public function chargeVnd(): ?float
    {
        return isset($this->headers["x-charge-vnd"]) ? (float) $this->headers["x-charge-vnd"] : null;
    }
}

/**
 * A JSON response, whose fields are read as of an array.
 *
 * @implements \ArrayAccess<string, mixed>
 * @implements \IteratorAggregate<string, mixed>
 */
final class Result implements \ArrayAccess, \IteratorAggregate, \JsonSerializable
{
    use Headers;

    /**
     * @param array<string, mixed> $fields
     * @param array<string, string> $headers
     */
    public function __construct(public readonly array $fields, public readonly array $headers = []) {}

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->fields[$offset]);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->fields[$offset];
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        throw new \LogicException("A result cannot be changed.");
    }

    public function offsetUnset(mixed $offset): void
    {
        throw new \LogicException("A result cannot be changed.");
    }

    public function getIterator(): \ArrayIterator
    {
        return new \ArrayIterator($this->fields);
    }

    public function jsonSerialize(): object
    {
        return (object) $this->fields;
    }
}

/**
 * Bytes of a response while they arrive: iterate over them, `read` or `save` them.
 *
 * @implements \IteratorAggregate<int, string>
 */
final class Audio implements \IteratorAggregate
{
    use Headers;

    /** @var array<string, string> */
    public readonly array $headers;
    public readonly ?string $contentType;

    public function __construct(private readonly Exchange $exchange)
    {
        $this->headers = $exchange->headers;
        $this->contentType = $this->headers["content-type"] ?? null;
    }

    public function getIterator(): \Generator
    {
        while (($part = $this->exchange->readSome()) !== "") {
            yield $part;
        }
    }

    public function read(): string
    {
        return implode("", iterator_to_array($this, false));
    }

    /** Writes to a file as the bytes arrive, and returns how many they were. */
    public function save(string $path): int
    {
        $file = open($path, "wb");
        $size = 0;
        try {
            foreach ($this as $part) {
                if (fwrite($file, $part) !== strlen($part)) {
                    throw new \RuntimeException("$path cannot be written.");
                }
                $size += strlen($part);
            }
        } finally {
            fclose($file);
        }
        return $size;
    }

    /** Ends the response, also before all of it was read. */
    public function close(): void
    {
        $this->exchange->close();
    }
}

/** Calls a server. */
final class Vang
{
    public const VERSION = "0.1.0";

    /** Where the server recognizes a repeated request by its Idempotency-Key. */
    public const IDEMPOTENT = ["/tts", "/tts/stream", "/stt", "/jobs", "/webhooks", "/webhooks/{id}/secret", "/keys"];

    public readonly Jobs $jobs;
    public readonly Uploads $uploads;
    public readonly Webhooks $webhooks;
    public readonly Keys $keys;
    public readonly Pronunciations $pronunciations;
    private readonly ?string $key;
    private readonly string $base;

    public function __construct(
        ?string $apiKey = null,
        ?string $baseUrl = null,
        private readonly ?float $timeout = null,
        public readonly int $maxRetries = 2,
    ) {
        $this->key = $apiKey ?? (getenv("VANG_API_KEY") ?: null);
        $this->base = rtrim($baseUrl ?? (getenv("VANG_BASE_URL") ?: "http://localhost:3000"), "/");
        if (preg_match('~^https?://[^/]~i', $this->base) !== 1) {
            throw new \InvalidArgumentException("baseUrl begins with http:// or https://");
        }
        $this->jobs = new Jobs($this);
        $this->uploads = new Uploads($this);
        $this->webhooks = new Webhooks($this);
        $this->keys = new Keys($this);
        $this->pronunciations = new Pronunciations($this);
    }

    /** Speech of a text. `audioUrl` of the result can be given to `download`. */
    public function tts(array $body, array $options = []): Result
    {
        return $this->request("POST", "/tts", json: $body, options: $options);
    }

    /** Speech while it is made. */
    public function ttsStream(array $body, array $options = []): Audio
    {
        return $this->send("POST", "/tts/stream", Body::json($body), $options, fn(Exchange $sent) => new Audio($sent));
    }

    /** Audio by its URL or path. The key is sent to the server of `baseUrl` only. */
    public function download(string $url, array $options = []): Audio
    {
        return $this->send("GET", $url, null, $options, fn(Exchange $sent) => new Audio($sent));
    }

    /**
     * The transcript of a recording: a path, an open stream, or an iterable of bytes, sent while it is read. With
     * `responseFormat` `srt`, `vtt` or `text` the result has the text as `transcript`.
     *
     * @param string|resource|iterable<string> $file
     */
    public function stt(mixed $file, array $fields = [], ?string $filename = null, array $options = []): Result
    {
        $read = fn(Exchange $sent) => str_contains($sent->headers["content-type"] ?? "", "json")
            ? $sent->json() : new Result(["transcript" => $sent->readAll()], $sent->headers);
        return $this->send("POST", "/stt", Body::form($file, $fields, $filename), $options, $read);
    }

    /** How a text would be read, and what it would cost. Free. */
    public function preview(array $body, array $options = []): Result
    {
        return $this->request("POST", "/tts/preview", json: $body, options: $options);
    }

    /** @return list<array<string, mixed>> */
    public function voices(): array
    {
        return $this->request("GET", "/tts/voices")["voices"];
    }

    /** Those of speech and of recognition, with prices. @return list<array<string, mixed>> */
    public function models(): array
    {
        return $this->request("GET", "/tts/models")["models"];
    }

    public function balance(): Result
    {
        return $this->request("GET", "/balance");
    }

    /** Rows of all pages, such as `usage(["by" => "day"])`. @return \Generator<int, array<string, mixed>> */
    public function usage(array $query = []): \Generator
    {
        return $this->pages("/usage", "rows", $query);
    }

    /** Jobs of all pages, the newest first. @return \Generator<int, array<string, mixed>> */
    public function history(array $query = []): \Generator
    {
        return $this->pages("/history", "jobs", $query);
    }

    public function speech(string $trackingId): Result
    {
        return $this->request("GET", "/tts/jobs", ["id" => $trackingId]);
    }

    public function transcription(string $trackingId): Result
    {
        return $this->request("GET", "/stt/jobs", ["id" => $trackingId]);
    }

    /** Calls any other path of the API. A response without a body is an empty result. */
    public function request(
        string $method,
        string $path,
        array $query = [],
        ?array $json = null,
        array $options = [],
    ): Result {
        $body = $json === null ? null : Body::json($json);
        return $this->send($method, $path, $body, $options, fn(Exchange $sent) => $sent->json(), $query);
    }

    /**
     * The rows of a list in all its pages: `$name` is the field that has them.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function pages(string $path, string $name, array $query = []): \Generator
    {
        do {
            $page = $this->request("GET", $path, $query);
            foreach ($page[$name] as $row) {
                yield $row;
            }
            $query["cursor"] = $page["next"] ?? null;
        } while ($query["cursor"] !== null);
    }

    /**
     * The event of a request that the server signed (Standard Webhooks); throws SignatureException for every other one.
     *
     * @param string $body as it arrived, not parsed
     * @param array<string, mixed> $headers of the request, or `$_SERVER`
     * @param string|list<string> $secret the webhook's, or several while one is replaced
     * @return array<string, mixed>
     */
    public static function verifyWebhook(
        string $body,
        array $headers,
        string|array $secret,
        int $toleranceSeconds = 300,
        ?int $nowSeconds = null,
    ): array {
        $found = [];
        foreach ($headers as $name => $value) {
            $name = strtolower(str_replace("_", "-", preg_replace('/^HTTP_/', "", (string) $name)));
            $found[$name] = (string) (is_array($value) ? reset($value) : $value);
        }
        $id = $found["webhook-id"] ?? "";
        $sentAt = $found["webhook-timestamp"] ?? "";
        if ($id === "" || preg_match('/^\d{1,12}$/D', $sentAt) !== 1) {
            throw new SignatureException("The request has no webhook-id and webhook-timestamp that can be read.");
        }
        $age = ($nowSeconds ?? time()) - (int) $sentAt;
        if (abs($age) > $toleranceSeconds) {
            throw new SignatureException($age > 0 ? "The request is too old." : "The request is from the future.");
        }
        $isValid = false;
        foreach ((array) $secret as $one) {
            $key = base64_decode(preg_replace('/^whsec_/', "", $one), true);
            if ($key === false || $key === "") {
                throw new SignatureException("The secret is not one of a webhook.");
            }
            $expected = "v1," . base64_encode(hash_hmac("sha256", "$id.$sentAt.$body", $key, true));
            foreach (explode(" ", $found["webhook-signature"] ?? "") as $given) {
                $isValid = hash_equals($expected, $given) || $isValid;
            }
        }
        if (!$isValid) {
            throw new SignatureException("No signature of the request is correct.");
        }
        $event = json_decode($body, true);
        if (!is_array($event) || array_is_list($event)) {
            throw new SignatureException("The request is signed, but its body is not a JSON object.");
        }
        return $event;
    }

    /**
     * What `$read` returns for the response.
     *
     * @internal
     */
    public function send(
        string $method,
        string $path,
        ?Body $body,
        array $options,
        \Closure $read,
        array $query = [],
    ): mixed {
        $url = (preg_match('~^https?://~i', $path) === 1 ? $path : $this->base . $path) . queryOf($query);
        $headers = ["user-agent" => "vang-php/" . self::VERSION];
        foreach ($options["headers"] ?? [] as $name => $value) {
            $headers[strtolower($name)] = $value;
        }
        if ($this->key !== null && originOf($url) === originOf($this->base)) {
            $headers["x-api-key"] ??= $this->key;
        }
        if (isset($options["idempotencyKey"])) {
            $headers["idempotency-key"] = $options["idempotencyKey"];
        } elseif ($method === "POST" && isIdempotent($path)) {
            $headers["idempotency-key"] ??= bin2hex(random_bytes(16));
        }
        if (isset($options["metadata"])) {
            $headers["x-metadata"] = json_encode((object) $options["metadata"], JSON_THROW_ON_ERROR);
        }
        if (isset($options["retention"])) {
            $headers["x-retention"] = $options["retention"];
        }
        $timeout = (float) ($options["timeout"] ?? $this->timeout ?? ($path === "/stt" ? 300 : 60));
        $retries = $options["maxRetries"] ?? $this->maxRetries;
        $cancel = $options["cancel"] ?? null;
        $isSafe = in_array($method, ["GET", "HEAD", "DELETE"], true) || isset($headers["idempotency-key"]);
        for ($done = 0; ; $done++) {
            try {
                return $read(Exchange::begin($method, $url, $headers, $body, $timeout, $cancel));
            } catch (VangException $failed) {
                $mayRepeat = $isSafe && ($body === null || $body->isRepeatable()) && $done < $retries;
                if (!$mayRepeat || !isTemporary($failed)) {
                    throw $failed;
                }
                pause($failed->retryAfterSeconds ?? 0.5 * 2 ** $done * random_int(80, 120) / 100, $cancel);
            }
        }
    }
}

/** Recordings of hours, and long texts. */
final class Jobs
{
    public function __construct(private readonly Vang $vang) {}

    public function create(array $body, array $options = []): Result
    {
        return $this->vang->request("POST", "/jobs", json: $body, options: $options);
    }

    public function get(string $jobId, array $options = []): Result
    {
        return $this->vang->request("GET", "/jobs/" . rawurlencode($jobId), options: $options);
    }

    /** @return \Generator<int, array<string, mixed>> */
    public function list(array $query = []): \Generator
    {
        return $this->vang->pages("/jobs", "jobs", $query);
    }

    public function cancel(string $jobId): Result
    {
        return $this->vang->request("POST", "/jobs/" . rawurlencode($jobId) . "/cancel");
    }

    /**
     * Asks as often as the server wishes until the job has ended, also as failed or canceled. A job that is paused for
     * want of credit is waited for. Throws TimeoutException after `$timeout` seconds.
     *
     * @param null|callable(Result): void $onProgress
     * @param null|callable(): bool $cancel
     */
    public function wait(
        string $jobId,
        ?float $timeout = null,
        ?callable $onProgress = null,
        ?callable $cancel = null,
    ): Result {
        $until = $timeout === null ? INF : microtime(true) + $timeout;
        while (true) {
            $job = $this->get($jobId, ["cancel" => $cancel]);
            if ($onProgress !== null) {
                $onProgress($job);
            }
            $wait = retryAfter($job->headers);
            // A job that has ended has its result and its charge once there is no need to ask again.
            if ($wait === null && !in_array($job["status"], ["queued", "running", "paused"], true)) {
                return $job;
            }
            if (microtime(true) + ($wait ?? 2) > $until) {
                throw new TimeoutException("Job $jobId has not ended in $timeout seconds.", retryable: true);
            }
            pause($wait ?? 2, $cancel);
        }
    }
}

/** Files for jobs, which go on where they stopped after a lost connection (tus 1.0). */
final class Uploads
{
    public const PART_BYTES = 8 * 1024 * 1024;

    public function __construct(private readonly Vang $vang) {}

    /**
     * Sends a file in parts. Its `uploadId` is for `jobs->create`.
     *
     * @param string|resource $file a path, or an open stream that can be read from anywhere
     * @param null|callable(): bool $cancel
     */
    public function create(
        mixed $file,
        ?string $filename = null,
        int $partBytes = self::PART_BYTES,
        ?callable $cancel = null,
    ): Result {
        $source = new Source($file);
        $begun = $this->vang->request("POST", "/uploads", options: ["cancel" => $cancel, "headers" => [
            "tus-resumable" => "1.0.0",
            "upload-length" => (string) $source->size,
            "upload-metadata" => "filename " . base64_encode($filename ?? $source->name),
        ]]);
        return $this->continue($begun["uploadId"], $source, 0, $partBytes, $cancel);
    }

    /**
     * Goes on with an upload that another process began.
     *
     * @param string|resource $file
     * @param null|callable(): bool $cancel
     */
    public function resume(
        string $uploadId,
        mixed $file,
        int $partBytes = self::PART_BYTES,
        ?callable $cancel = null,
    ): Result {
        $arrived = $this->get($uploadId)["receivedBytes"];
        return $this->continue($uploadId, new Source($file), $arrived, $partBytes, $cancel);
    }

    public function get(string $uploadId): Result
    {
        return $this->vang->request("GET", "/uploads/" . rawurlencode($uploadId));
    }

    public function delete(string $uploadId): void
    {
        $headers = ["tus-resumable" => "1.0.0"];
        $this->vang->request("DELETE", "/uploads/" . rawurlencode($uploadId), options: ["headers" => $headers]);
    }

    private function continue(
        string $uploadId,
        Source $source,
        int $offset,
        int $partBytes,
        ?callable $cancel,
    ): Result {
        $failures = 0;
        while ($offset < $source->size) {
            $part = Body::part($source, $offset, min($partBytes, $source->size - $offset));
            $headers = ["tus-resumable" => "1.0.0", "upload-offset" => (string) $offset];
            $options = ["headers" => $headers, "maxRetries" => 0, "cancel" => $cancel];
            try {
                $read = fn(Exchange $sent) => $sent->json();
                $sent = $this->vang->send("PATCH", "/uploads/" . rawurlencode($uploadId), $part, $options, $read);
                $offset = (int) $sent->headers["upload-offset"];
                $failures = 0;
            } catch (VangException $failed) {
                $isPassing = $failed->retryable || $failed->status === 409;
                if (!$isPassing || ++$failures > $this->vang->maxRetries) {
                    throw $failed;
                }
                pause($failed->retryAfterSeconds ?? 0.5 * $failures, $cancel);
                $arrived = $this->get($uploadId)["receivedBytes"];
                $failures = $arrived > $offset ? 0 : $failures;
                $offset = $arrived;
            }
        }
        return $this->get($uploadId);
    }
}

final class Webhooks
{
    public function __construct(private readonly Vang $vang) {}

    /** @return list<array<string, mixed>> */
    public function list(): array
    {
        return $this->vang->request("GET", "/webhooks")["webhooks"];
    }

    /** Its `secret` is shown this once. */
    public function create(array $body, array $options = []): Result
    {
        return $this->vang->request("POST", "/webhooks", json: $body, options: $options);
    }

    public function get(string $webhookId): Result
    {
        return $this->vang->request("GET", "/webhooks/" . rawurlencode($webhookId));
    }

    public function update(string $webhookId, array $body): Result
    {
        return $this->vang->request("PATCH", "/webhooks/" . rawurlencode($webhookId), json: $body);
    }

    public function delete(string $webhookId): Result
    {
        return $this->vang->request("DELETE", "/webhooks/" . rawurlencode($webhookId));
    }

    /** @return \Generator<int, array<string, mixed>> */
    public function deliveries(string $webhookId, array $query = []): \Generator
    {
        return $this->vang->pages("/webhooks/" . rawurlencode($webhookId) . "/deliveries", "deliveries", $query);
    }
}

/** API keys, with a key that has the scope `keys:manage`. */
final class Keys
{
    public function __construct(private readonly Vang $vang) {}

    /** @return \Generator<int, array<string, mixed>> */
    public function list(array $query = []): \Generator
    {
        return $this->vang->pages("/keys", "keys", $query);
    }

    /** Its `secret` is shown this once. */
    public function create(array $body, array $options = []): Result
    {
        return $this->vang->request("POST", "/keys", json: $body, options: $options);
    }

    public function get(string $keyId): Result
    {
        return $this->vang->request("GET", "/keys/" . rawurlencode($keyId));
    }

    public function update(string $keyId, array $body): Result
    {
        return $this->vang->request("PATCH", "/keys/" . rawurlencode($keyId), json: $body);
    }

    /** A new `secret`, shown this once. The former one works for as long as `$graceSeconds`. */
    public function rotate(string $keyId, int $graceSeconds = 86_400): Result
    {
        $json = ["graceSeconds" => $graceSeconds];
        return $this->vang->request("POST", "/keys/" . rawurlencode($keyId) . "/rotate", json: $json);
    }

    public function revoke(string $keyId): Result
    {
        return $this->vang->request("DELETE", "/keys/" . rawurlencode($keyId));
    }
}

final class Pronunciations
{
    public function __construct(private readonly Vang $vang) {}

    /** @return list<array<string, mixed>> */
    public function list(): array
    {
        return $this->vang->request("GET", "/pronunciations")["pronunciations"];
    }

    public function save(string $written, string $spoken): Result
    {
        return $this->vang->request("PUT", "/pronunciations", json: ["written" => $written, "spoken" => $spoken]);
    }

    public function delete(string $written): Result
    {
        return $this->vang->request("DELETE", "/pronunciations", ["written" => $written]);
    }
}

/** A file of known size that can be read from anywhere. @internal */
final class Source
{
    public readonly int $size;
    public readonly string $name;
    private readonly int $start;
    /** @var resource */
    private $stream;

    public function __construct(mixed $file)
    {
        $this->stream = is_resource($file) ? $file : open($file, "rb");
        if (!stream_get_meta_data($this->stream)["seekable"]) {
            throw new \InvalidArgumentException("An upload needs a file whose size is known.");
        }
        $this->name = is_string($file) ? basename($file) : "recording";
        $this->start = is_resource($file) ? ftell($this->stream) : 0;
        fseek($this->stream, 0, SEEK_END);
        $this->size = ftell($this->stream) - $this->start;
    }

    public function readAt(int $offset, int $length): string
    {
        fseek($this->stream, $this->start + $offset);
        $data = fread($this->stream, $length);
        if ($data === false || $data === "") {
            throw new \RuntimeException("The file became shorter while it was sent.");
        }
        return $data;
    }
}

/** What is sent: `size` is null where it is not known. @internal */
final class Body
{
    /** @param \Closure(): iterable<string> $blocks the content, from its beginning */
    private function __construct(
        public readonly string $contentType,
        public readonly ?int $size,
        public readonly \Closure $blocks,
    ) {}

    public function isRepeatable(): bool
    {
        return $this->size !== null;
    }

    public static function json(array $fields): self
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        $json = json_encode((object) $fields, $flags);
        return new self("application/json", strlen($json), fn() => [$json]);
    }

    public static function part(Source $source, int $offset, int $length): self
    {
        return new self("application/offset+octet-stream", $length, fn() => self::blocksOf($source, $offset, $length));
    }

    /** A form with one file, which is read while it is sent (RFC 7578). */
    public static function form(mixed $file, array $fields, ?string $filename): self
    {
        $isStream = is_resource($file);
        $canSeek = is_string($file) || ($isStream && stream_get_meta_data($file)["seekable"]);
        $source = $canSeek ? new Source($file) : null;
        $boundary = bin2hex(random_bytes(16));
        $head = "";
        foreach ($fields as $name => $value) {
            foreach (is_array($value) && array_is_list($value) ? $value : [$value] as $item) {
                if ($item !== null) {
                    $named = "Content-Disposition: form-data; name=\"" . self::quoted((string) $name) . "\"";
                    $head .= "--$boundary\r\n$named\r\n\r\n" . textOf($item) . "\r\n";
                }
            }
        }
        $quoted = self::quoted($filename ?? $source?->name ?? "audio");
        $head .= "--$boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"$quoted\"\r\n"
            . "Content-Type: application/octet-stream\r\n\r\n";
        $end = "\r\n--$boundary--\r\n";
        $size = $source === null ? null : strlen($head) + $source->size + strlen($end);
        $blocks = function () use ($head, $source, $file, $isStream, $end) {
            yield $head;
            if ($source !== null) {
                yield from self::blocksOf($source, 0, $source->size);
            } elseif ($isStream) {
                while (!feof($file)) {
                    yield (string) fread($file, 65536);
                }
            } else {
                yield from $file;
            }
            yield $end;
        };
        return new self("multipart/form-data; boundary=$boundary", $size, $blocks);
    }

    private static function blocksOf(Source $source, int $offset, int $length): \Generator
    {
        for ($end = $offset + $length; $offset < $end; $offset += strlen($block)) {
            yield $block = $source->readAt($offset, min(65536, $end - $offset));
        }
    }

    private static function quoted(string $name): string
    {
        return str_replace(["\r", "\n", '"'], ["%0D", "%0A", "%22"], $name);
    }
}

/** A request, and its response while it arrives. @internal */
final class Exchange
{
    /** Each has connections that can be used again. @var list<\CurlMultiHandle> */
    private static array $idle = [];

    public int $status = 0;
    /** @var array<string, string> */
    public array $headers = [];
    private string $received = "";
    private bool $isOver = false;
    private bool $hasHeaders = false;
    /** What reading the content threw. */
    private ?\Throwable $unreadable = null;
    private float $until;

    private function __construct(
        private readonly \CurlMultiHandle $multi,
        private readonly \CurlHandle $curl,
        private readonly float $timeout,
        private readonly ?\Closure $cancel,
    ) {
        $this->until = microtime(true) + $timeout;
    }

    /** The response, whose body is still to be read. Throws VangException for every status from 300 on. */
    public static function begin(
        string $method,
        string $url,
        array $headers,
        ?Body $body,
        float $timeout,
        ?callable $cancel,
    ): self {
        $multi = array_pop(self::$idle) ?? curl_multi_init();
        $exchange = new self($multi, curl_init(), $timeout, $cancel === null ? null : $cancel(...));
        $exchange->configure($method, $url, $headers, $body);
        curl_multi_add_handle($multi, $exchange->curl);
        try {
            while (!$exchange->hasHeaders) {
                $exchange->work();
            }
        } catch (VangException $failed) {
            $exchange->close();
            throw $failed;
        }
        if ($exchange->status >= 300) {
            throw $exchange->error();
        }
        return $exchange;
    }

    private function configure(string $method, string $url, array $headers, ?Body $body): void
    {
        $lines = ["Expect:"];
        foreach ($headers as $name => $value) {
            if (preg_match('/[\r\n\0]/', "$name$value") === 1) {
                throw new \InvalidArgumentException("The header $name cannot be sent.");
            }
            $lines[] = "$name: $value";
        }
        if ($body !== null) {
            $lines[] = "content-type: $body->contentType";
        } elseif ($method !== "GET" && $method !== "HEAD") {
            $lines[] = "content-length: 0";
        }
        $blocks = $body === null ? null : self::generate($body);
        $rest = "";
        $read = function (mixed $curl, mixed $file, int $most) use ($blocks, &$rest): string {
            try {
                while ($rest === "" && $blocks->valid()) {
                    $rest = $blocks->current();
                    $blocks->next();
                }
            } catch (\Throwable $thrown) {
                $this->unreadable = $thrown;
                return "";
            }
            $sent = substr($rest, 0, $most);
            $rest = substr($rest, strlen($sent));
            return $sent;
        };
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_NOBODY => $method === "HEAD",
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_BUFFERSIZE => 65536,
            CURLOPT_HEADERFUNCTION => function (mixed $curl, string $line): int {
                $this->takeHeader(trim($line));
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function (mixed $curl, string $data): int {
                $this->received .= $data;
                return strlen($data);
            },
        ] + ($body === null ? [] : [
            CURLOPT_UPLOAD => true,
            CURLOPT_READFUNCTION => $read,
        ] + ($body->size === null ? [] : [CURLOPT_INFILESIZE => $body->size])));
    }

    private static function generate(Body $body): \Generator
    {
        yield from ($body->blocks)();
    }

    private function takeHeader(string $line): void
    {
        if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $found) === 1) {
            $this->status = (int) $found[1];
            $this->headers = [];
        } elseif ($line === "") {
            $this->hasHeaders = $this->status >= 200;
        } elseif (str_contains($line, ":")) {
            [$name, $value] = explode(":", $line, 2);
            $this->headers[strtolower($name)] = trim($value);
        }
    }

    /** Sends and receives what is possible now, or waits for it. */
    private function work(): void
    {
        if ($this->cancel !== null && ($this->cancel)()) {
            throw new AbortedException("The call was canceled.");
        }
        $left = $this->until - microtime(true);
        if ($left <= 0) {
            throw new TimeoutException("The server took too long to respond.", retryable: true);
        }
        $before = strlen($this->received);
        curl_multi_exec($this->multi, $running);
        if ($this->unreadable !== null) {
            $this->close();
            throw $this->unreadable;
        }
        $message = curl_multi_info_read($this->multi);
        if ($message !== false) {
            $this->close();
            if ($message["result"] !== CURLE_OK) {
                $reason = curl_error($this->curl) ?: curl_strerror($message["result"]);
                throw new ConnectionException("The connection failed: $reason", retryable: true);
            }
        } elseif (strlen($this->received) === $before && curl_multi_select($this->multi, min($left, 0.1)) < 0) {
            usleep(1000);
        }
    }

    /** The next bytes as they arrive, within the timeout of the call; none at the end. */
    public function readSome(): string
    {
        $this->until = microtime(true) + $this->timeout;
        return $this->read();
    }

    private function read(): string
    {
        try {
            while ($this->received === "" && !$this->isOver) {
                $this->work();
            }
        } catch (VangException $failed) {
            $this->close();
            throw $failed;
        }
        $data = $this->received;
        $this->received = "";
        return $data;
    }

    public function readAll(): string
    {
        $all = "";
        while (($data = $this->read()) !== "") {
            $all .= $data;
        }
        return $all;
    }

    public function json(): Result
    {
        $data = $this->readAll();
        $fields = $data === "" ? [] : json_decode($data, true);
        if (!is_array($fields)) {
            $requestId = $this->headers["x-request-id"] ?? null;
            throw new VangException("The response is not a JSON object.", $this->status, requestId: $requestId);
        }
        return new Result($fields, $this->headers);
    }

    private function error(): VangException
    {
        try {
            $problem = json_decode($this->readAll(), true);
        } catch (VangException) {
            $problem = null;
        }
        $fields = is_array($problem) && isset($problem["code"]) ? $problem : [];
        $location = $this->headers["location"] ?? null;
        $redirect = $this->status < 400 && $location !== null
            ? "The server redirects to $location. Check baseUrl." : null;
        return new VangException(
            $redirect ?? $fields["message"] ?? "HTTP $this->status",
            $this->status,
            $fields["code"] ?? null,
            $fields["messageVi"] ?? null,
            $fields["requestId"] ?? $this->headers["x-request-id"] ?? null,
            $fields["param"] ?? null,
            $fields["retryable"] ?? isRetried($this->status),
            retryAfter($this->headers),
        );
    }

    /** Closes the connection of a response that is not over. */
    public function close(): void
    {
        if (!$this->isOver) {
            $this->isOver = true;
            curl_multi_remove_handle($this->multi, $this->curl);
            self::$idle[] = $this->multi;
        }
    }
}

/** Whether the same request is sent again: also while the one before it, whose connection was lost, still runs. */
function isTemporary(VangException $failed): bool
{
    return $failed instanceof ConnectionException
        || ($failed->retryable && (isRetried($failed->status) || $failed->errorCode === "IDEMPOTENCY_RUNNING"));
}

function isIdempotent(string $path): bool
{
    foreach (Vang::IDEMPOTENT as $one) {
        if (preg_match("~^" . str_replace("{id}", "[^/]+", $one) . "$~D", $path) === 1) {
            return true;
        }
    }
    return false;
}

function isRetried(?int $status): bool
{
    return in_array($status, [408, 429, 500, 502, 503, 504], true);
}

/** At most a minute, unless `$cancel` ends it. */
function pause(float $seconds, ?callable $cancel): void
{
    for ($until = microtime(true) + min($seconds, 60); ($left = $until - microtime(true)) > 0; ) {
        if ($cancel !== null && $cancel()) {
            throw new AbortedException("The call was canceled.");
        }
        usleep((int) (min($left, 0.1) * 1e6));
    }
}

/** @param array<string, string> $headers */
function retryAfter(array $headers): ?float
{
    $value = trim($headers["retry-after"] ?? "");
    if (preg_match('/^\d{1,9}$/D', $value) === 1) {
        return (float) $value;
    }
    $at = $value === "" ? false : strtotime($value);
    return $at === false ? null : max(0.0, $at - microtime(true));
}

function originOf(string $url): string
{
    $parts = parse_url($url) ?: [];
    $scheme = strtolower($parts["scheme"] ?? "");
    $port = $parts["port"] ?? ($scheme === "https" ? 443 : 80);
    return "$scheme://" . strtolower($parts["host"] ?? "") . ":$port";
}

function queryOf(array $query): string
{
    $values = array_map(textOf(...), array_filter($query, fn(mixed $value) => $value !== null));
    return $values === [] ? "" : "?" . http_build_query($values, "", "&", PHP_QUERY_RFC3986);
}

function textOf(mixed $value): string
{
    if (is_bool($value)) {
        return $value ? "true" : "false";
    }
    return is_array($value) ? json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE) : (string) $value;
}

/** @return resource */
function open(string $path, string $mode)
{
    $file = @fopen($path, $mode);
    return $file === false ? throw new \RuntimeException("$path cannot be opened.") : $file;
}
