"""Does what the suite of the SDKs asks for, through the SDK for Python: see testing/sdks/driver.ts."""

import hashlib
import json
import os
import sys
import threading
import time
from itertools import islice

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../packages/sdk-python"))
sys.dont_write_bytecode = True

import vang as sdk  # noqa: E402


def options_of(options):
    names = {"idempotencyKey": "idempotency_key", "maxRetries": "max_retries"}
    return {names.get(name, name): value for name, value in (options or {}).items()}


def read_whole(audio):
    digest, size, first, last = hashlib.sha256(), 0, None, None
    with audio:
        for part in audio:
            last = time.monotonic()
            first = last if first is None else first
            size += len(part)
            digest.update(part)
    is_early = first is not None and last - first > 0.1
    return {"bytes": size, "sha256": digest.hexdigest(), "firstByteBeforeEnd": is_early,
            "requestId": audio.request_id, "trackingId": audio.tracking_id}


def tts(vang, body, options=None):
    speech = vang.tts(body, **options_of(options))
    return {"trackingId": speech["trackingId"], "audioUrl": speech["audioUrl"], "requestId": speech.request_id,
            "chargeVnd": speech.charge_vnd, "isReplay": speech.headers.get("idempotent-replayed") == "true"}


def blocks_of(path):
    with open(path, "rb") as file:
        while block := file.read(65536):
            yield block


def stt(vang, path, fields=None, options=None, **how):
    file = blocks_of(path) if how.get("as") == "stream" else path
    heard = vang.stt(file, fields, filename=os.path.basename(path), **options_of(options))
    if (fields or {}).get("responseFormat") in ("srt", "vtt", "text"):
        return {"text": heard["transcript"], "requestId": heard.request_id}
    return {"transcript": heard["transcript"], "trackingId": heard["trackingId"], "requestId": heard.request_id,
            "chargeVnd": heard.charge_vnd}


def job(vang, path=None, **body):
    if path:
        body["uploadId"] = vang.uploads.create(path)["uploadId"]
    ended = vang.jobs.wait(vang.jobs.create(body)["jobId"])
    found = {name: ended[name] for name in ("jobId", "status", "chargeVnd")}
    if ended["kind"] == "stt" and ended["status"] == "succeeded":
        found["transcript"] = vang.transcription(ended["jobId"])["transcript"]
    return found


def counted(rows):
    return {"count": len(rows), "first": rows[0]}


def webhook(_, body, headers, secret, toleranceSeconds=300, nowSeconds=None):
    event = sdk.verify_webhook(body, headers, secret, toleranceSeconds, nowSeconds)
    return {"type": event["type"], "id": event["id"]}


def abort(vang, body, afterMs):
    cancellation = sdk.Cancellation()
    threading.Timer(afterMs / 1000, cancellation.cancel).start()
    return vang.tts(body, cancel=cancellation)


def keys(vang, body):
    made = vang.keys.create(body)
    key_id = made["id"]
    updated = vang.keys.update(key_id, {"name": body["name"] + " 2"})["name"]
    rotated = vang.keys.rotate(key_id, grace_seconds=60)["secret"]
    status = vang.keys.get(key_id)["status"]
    listed = key_id in [key["id"] for key in vang.keys.list(limit=1)]
    return {"id": key_id, "secret": made["secret"], "updated": updated, "rotated": rotated, "status": status,
            "listed": listed, "revoked": vang.keys.revoke(key_id)["revoked"]}


commands = {
    "tts": tts,
    "ttsStream": lambda vang, body, options=None: read_whole(vang.tts_stream(body, **options_of(options))),
    "download": lambda vang, url: read_whole(vang.download(url)),
    "stt": stt,
    "preview": lambda vang, body: vang.preview(body),
    "voices": lambda vang: counted(vang.voices()),
    "models": lambda vang: counted(vang.models()),
    "balance": lambda vang: vang.balance(),
    "history": lambda vang, query=None, most=None: {
        "ids": [one["trackingId"] for one in islice(vang.history(**(query or {})), most)]
    },
    "job": job,
    "upload": lambda vang, path, partBytes=sdk.PART_BYTES: {
        "uploadId": vang.uploads.create(path, part_bytes=partBytes)["uploadId"]
    },
    "keys": keys,
    "webhook": webhook,
    "get": lambda vang, path: {"body": vang.request("GET", path)},
    "abort": abort,
}

kinds = [
    (sdk.ConnectionLostError, "connection"),
    (sdk.TimeoutExceededError, "timeout"),
    (sdk.AbortedError, "aborted"),
    (sdk.SignatureError, "signature"),
    (sdk.VangError, "api"),
]


def describe(error):
    kind = next((name for of, name in kinds if isinstance(error, of)), "other")
    if kind == "other":
        return {"kind": kind, "message": repr(error)}
    return {"kind": kind, "status": error.status, "code": error.code, "message": error.message,
            "messageVi": error.message_vi, "requestId": error.request_id, "param": error.param,
            "retryable": error.retryable, "retryAfterSeconds": error.retry_after_seconds}


def client_of(apiKey=None, baseUrl=None, maxRetries=2, timeoutMs=None, **_):
    return sdk.Vang(apiKey, baseUrl, max_retries=maxRetries, timeout=timeoutMs and timeoutMs / 1000)


for line in sys.stdin:
    command = json.loads(line)
    try:
        with client_of(**command["client"]) as client:
            outcome = {"ok": commands[command["do"]](client, **(command.get("args") or {}))}
    except Exception as error:
        outcome = {"error": describe(error)}
    print(json.dumps({"id": command["id"], **outcome}), flush=True)
