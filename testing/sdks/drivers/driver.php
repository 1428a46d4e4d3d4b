<?php

// Does what the suite of the SDKs asks for, through the SDK for PHP: see testing/sdks/driver.ts.

declare(strict_types=1);

require __DIR__ . "/../../../packages/sdk-php/src/Vang.php";

use Vang\{AbortedException, Audio, ConnectionException, SignatureException, TimeoutException, Vang, VangException};

function readWhole(Audio $audio): array
{
    $hash = hash_init("sha256");
    [$size, $first, $last] = [0, null, null];
    foreach ($audio as $part) {
        $last = microtime(true);
        $first ??= $last;
        $size += strlen($part);
        hash_update($hash, $part);
    }
    return [
        "bytes" => $size,
        "sha256" => hash_final($hash),
        "firstByteBeforeEnd" => $first !== null && $last - $first > 0.1,
        "requestId" => $audio->requestId(),
        "trackingId" => $audio->trackingId(),
    ];
}

function blocksOf(string $path): Generator
{
    $file = fopen($path, "rb");
    while (!feof($file)) {
        yield (string) fread($file, 65536);
    }
    fclose($file);
}

function stt(Vang $vang, array $args): array
{
    $file = ($args["as"] ?? "") === "stream" ? blocksOf($args["path"]) : $args["path"];
    $fields = $args["fields"] ?? [];
    $heard = $vang->stt($file, $fields, basename($args["path"]), $args["options"] ?? []);
    if (in_array($fields["responseFormat"] ?? "", ["srt", "vtt", "text"], true)) {
        return ["text" => $heard["transcript"], "requestId" => $heard->requestId()];
    }
    return [
        "transcript" => $heard["transcript"],
        "trackingId" => $heard["trackingId"],
        "requestId" => $heard->requestId(),
        "chargeVnd" => $heard->chargeVnd(),
    ];
}

function job(Vang $vang, array $args): array
{
    if (isset($args["path"])) {
        $args["uploadId"] = $vang->uploads->create($args["path"])["uploadId"];
        unset($args["path"]);
    }
    $ended = $vang->jobs->wait($vang->jobs->create($args)["jobId"]);
    $found = ["jobId" => $ended["jobId"], "status" => $ended["status"], "chargeVnd" => $ended["chargeVnd"]];
    if ($ended["kind"] === "stt" && $ended["status"] === "succeeded") {
        $found["transcript"] = $vang->transcription($ended["jobId"])["transcript"];
    }
    return $found;
}

function tts(Vang $vang, array $args): array
{
    $speech = $vang->tts($args["body"], $args["options"] ?? []);
    return [
        "trackingId" => $speech["trackingId"],
        "audioUrl" => $speech["audioUrl"],
        "requestId" => $speech->requestId(),
        "chargeVnd" => $speech->chargeVnd(),
        "isReplay" => ($speech->headers["idempotent-replayed"] ?? "") === "true",
    ];
}

function history(Vang $vang, array $args): array
{
    $ids = [];
    foreach ($vang->history($args["query"] ?? []) as $job) {
        $ids[] = $job["trackingId"];
        if (count($ids) >= ($args["most"] ?? INF)) {
            break;
        }
    }
    return ["ids" => $ids];
}

function counted(array $rows): array
{
    return ["count" => count($rows), "first" => $rows[0]];
}

function webhook(array $args): array
{
    $event = Vang::verifyWebhook(
        $args["body"],
        $args["headers"],
        $args["secret"],
        $args["toleranceSeconds"] ?? 300,
        $args["nowSeconds"] ?? null,
    );
    return ["type" => $event["type"], "id" => $event["id"]];
}

function keys(Vang $vang, array $body): array
{
    $made = $vang->keys->create($body);
    $id = $made["id"];
    $updated = $vang->keys->update($id, ["name" => $body["name"] . " 2"])["name"];
    $rotated = $vang->keys->rotate($id, 60)["secret"];
    $status = $vang->keys->get($id)["status"];
    $ids = array_column(iterator_to_array($vang->keys->list(["limit" => 1]), false), "id");
    return [
        "id" => $id,
        "secret" => $made["secret"],
        "updated" => $updated,
        "rotated" => $rotated,
        "status" => $status,
        "listed" => in_array($id, $ids, true),
        "revoked" => $vang->keys->revoke($id)["revoked"],
    ];
}

function abort(Vang $vang, array $args): mixed
{
    $until = microtime(true) + $args["afterMs"] / 1000;
    return $vang->tts($args["body"], ["cancel" => fn() => microtime(true) >= $until]);
}

function run(string $what, Vang $vang, array $args): mixed
{
    return match ($what) {
        "tts" => tts($vang, $args),
        "ttsStream" => readWhole($vang->ttsStream($args["body"], $args["options"] ?? [])),
        "download" => readWhole($vang->download($args["url"])),
        "stt" => stt($vang, $args),
        "preview" => $vang->preview($args["body"]),
        "voices" => counted($vang->voices()),
        "models" => counted($vang->models()),
        "balance" => $vang->balance(),
        "history" => history($vang, $args),
        "job" => job($vang, $args),
        "upload" => ["uploadId" => $vang->uploads->create(
            $args["path"],
            partBytes: $args["partBytes"] ?? Vang\Uploads::PART_BYTES,
        )["uploadId"]],
        "keys" => keys($vang, $args["body"]),
        "webhook" => webhook($args),
        "get" => ["body" => $vang->request("GET", $args["path"])],
        "abort" => abort($vang, $args),
    };
}

function describe(Throwable $error): array
{
    if (!$error instanceof VangException) {
        return ["kind" => "other", "message" => (string) $error];
    }
    return [
        "kind" => match (true) {
            $error instanceof ConnectionException => "connection",
            $error instanceof TimeoutException => "timeout",
            $error instanceof AbortedException => "aborted",
            $error instanceof SignatureException => "signature",
            default => "api",
        },
        "status" => $error->status,
        "code" => $error->errorCode,
        "message" => $error->getMessage(),
        "messageVi" => $error->messageVi,
        "requestId" => $error->requestId,
        "param" => $error->param,
        "retryable" => $error->retryable,
        "retryAfterSeconds" => $error->retryAfterSeconds,
    ];
}

while (($line = fgets(STDIN)) !== false) {
    $command = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    $client = $command["client"];
    $timeout = isset($client["timeoutMs"]) ? $client["timeoutMs"] / 1000 : null;
    try {
        $vang = new Vang($client["apiKey"] ?? null, $client["baseUrl"] ?? null, $timeout, $client["maxRetries"] ?? 2);
        $outcome = ["ok" => run($command["do"], $vang, $command["args"] ?? [])];
    } catch (Throwable $error) {
        $outcome = ["error" => describe($error)];
    }
    echo json_encode(["id" => $command["id"]] + $outcome, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE), "\n";
}
