"""Client of a Vang server: text to speech, speech to text, long jobs and webhooks. Python 3.9 or newer, nothing else.

    from vang import Vang

    with Vang() as vang:  # VANG_API_KEY and VANG_BASE_URL
        speech = vang.tts({"text": "Xin chào", "voiceId": "north-linh", "modelId": "vang-espeak"})
        print(speech["audioUrl"], speech.charge_vnd)

Bodies, queries and responses have the names of the API, which are described at /docs of the server.
"""

from __future__ import annotations

import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import io
import json
import os
import random
import re
import selectors
import socket
import ssl
import threading
import time
import uuid
from typing import IO, TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple
from typing import TypedDict, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

if TYPE_CHECKING:
    from typing_extensions import Unpack

__version__ = "0.1.0"
__all__ = [
    "AbortedError",
    "Audio",
    "Cancellation",
    "ConnectionLostError",
    "Result",
    "SignatureError",
    "TimeoutExceededError",
    "Vang",
    "VangError",
    "verify_webhook",
]

_RETRIED = (408, 429, 500, 502, 503, 504)
_LONGEST_WAIT = 60.0
_BLOCK = 64 * 1024
PART_BYTES = 8 * 1024 * 1024

# Where the server recognizes a repeated request by its Idempotency-Key.
_IDEMPOTENT = ["/tts", "/tts/stream", "/stt", "/jobs", "/webhooks", "/webhooks/{id}/secret", "/keys"]

Path = Union[str, "os.PathLike[str]"]
Seekable = Union[Path, bytes, IO[bytes]]
File = Union[Seekable, Iterable[bytes]]
Read = TypeVar("Read")


class VangError(Exception):
    """A request that failed. Without `status` no response came: see the subclasses."""

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        message_vi: Optional[str] = None,
        request_id: Optional[str] = None,
        param: Optional[str] = None,
        retryable: bool = False,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.message_vi = message_vi
        self.request_id = request_id
        self.param = param
        self.retryable = retryable
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        return self.message if self.request_id is None else f"{self.message} ({self.request_id})"


class ConnectionLostError(VangError):
    """No connection, or it ended before the response did."""


class TimeoutExceededError(VangError):
    """The server took longer than `timeout`."""


class AbortedError(VangError):
    """The `Cancellation` of the call was canceled."""


class SignatureError(VangError):
    """A webhook that is not from the server, is too old, or cannot be read."""


class _WithHeaders:
    """What the headers of a response say."""

    headers: Mapping[str, str]

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")

    @property
    def tracking_id(self) -> Optional[str]:
        return self.headers.get("x-tracking-id")

    @property
    def charge_vnd(self) -> Optional[float]:
        charge = self.headers.get("x-charge-vnd")
        return None if charge is None else float(charge)


class Result(Dict[str, Any], _WithHeaders):
    """A JSON response."""

    def __init__(self, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        super().__init__(body)
        self.headers = headers


class Cancellation:
    """Ends the calls that have it, from any thread: `vang.tts(body, cancel=stop)`, and later `stop.cancel()`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: List[socket.socket] = []
        self._event = threading.Event()

    @property
    def canceled(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        with self._lock:
            self._event.set()
            for one in self._sockets:
                _shut(one)

    def _add(self, one: socket.socket) -> None:
        with self._lock:
            self._sockets.append(one)
            if self.canceled:
                _shut(one)

    def _remove(self, one: socket.socket) -> None:
        with self._lock:
            if one in self._sockets:
                self._sockets.remove(one)

    def _sleep(self, seconds: float) -> None:
        if self._event.wait(seconds):
            raise AbortedError("The call was canceled.")


def _shut(one: socket.socket) -> None:
    try:
        # Not the method of a TLS socket, which another thread can be reading.
        socket.socket.shutdown(one, socket.SHUT_RDWR)
    except OSError:
        pass


class CallOptions(TypedDict, total=False):
    """What every call takes besides its body."""

    #: Of charged requests; made by the client if it is missing, and the same for every try.
    idempotency_key: str
    #: Texts that come back with the job in its history and events.
    metadata: Mapping[str, str]
    #: "none" stores neither text nor audio.
    retention: str
    headers: Mapping[str, str]
    #: Seconds until the response, of each try; for audio, of each part as well.
    timeout: float
    max_retries: int
    cancel: Cancellation


class Audio(_WithHeaders):
    """Bytes of a response while they arrive: iterate over them, `read` or `save` them. Close it, or use `with`."""

    def __init__(self, response: _Response) -> None:
        self._response = response
        self.headers = response.headers
        self.content_type = response.headers.get("content-type")

    def __iter__(self) -> Iterator[bytes]:
        try:
            while True:
                part = self._response.read_some()
                if not part:
                    return
                yield part
        finally:
            self.close()

    def read(self) -> bytes:
        return b"".join(self)

    def save(self, path: Path) -> int:
        """Writes to a file as the bytes arrive, and returns how many they were."""
        with open(path, "wb") as file:
            return sum(file.write(part) for part in self)

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Audio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Vang:
    """Calls a server. One object serves all threads; `close` it, or use `with`, to close its idle connections."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._key = api_key or os.environ.get("VANG_API_KEY")
        self._base = (base_url or os.environ.get("VANG_BASE_URL") or "http://localhost:3000").rstrip("/")
        if urlsplit(self._base).scheme not in ("http", "https"):
            raise ValueError("base_url begins with http:// or https://")
        self._timeout = timeout
        self._max_retries = max_retries
        self._connections = _Connections(ssl_context)
        self.jobs = Jobs(self)
        self.uploads = Uploads(self)
        self.webhooks = Webhooks(self)
        self.keys = Keys(self)
        self.pronunciations = Pronunciations(self)

    def tts(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Result:
        """Speech of a text. `audioUrl` of the result can be given to `download`."""
        return self.request("POST", "/tts", json=body, **options)

    def tts_stream(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Audio:
        """Speech while it is made."""
        return self._send("POST", "/tts/stream", Audio, json=body, **options)

    def download(self, url: str, **options: Unpack[CallOptions]) -> Audio:
        """Audio by its URL or path. The key is sent to the server of `base_url` only."""
        return self._send("GET", url, Audio, **options)

    def stt(
        self,
        file: File,
        fields: Optional[Mapping[str, Any]] = None,
        *,
        filename: Optional[str] = None,
        **options: Unpack[CallOptions],
    ) -> Result:
        """The transcript of a recording: a path, bytes, an open file or an iterable of bytes, sent while it is read.

        With `responseFormat` `srt`, `vtt` or `text` the result has the text as `transcript`.
        """

        def read(response: _Response) -> Result:
            if "json" in response.headers.get("content-type", ""):
                return response.json()
            return Result({"transcript": response.read_all().decode("utf-8")}, response.headers)

        return self._send("POST", "/stt", read, body=_Form(file, fields or {}, filename), **options)

    def preview(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Result:
        """How a text would be read, and what it would cost. Free."""
        return self.request("POST", "/tts/preview", json=body, **options)

    def voices(self) -> List[Dict[str, Any]]:
        return self.request("GET", "/tts/voices")["voices"]

    def models(self) -> List[Dict[str, Any]]:
        """Those of speech and of recognition, with prices."""
        return self.request("GET", "/tts/models")["models"]

    def balance(self) -> Result:
        return self.request("GET", "/balance")

    def usage(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Rows of all pages, such as `usage(from_="2026-01-01", to="2026-02-01", by="day")`."""
        return self.pages("/usage", "rows", query)

    def history(self, **query: Any) -> Iterator[Dict[str, Any]]:
        """Jobs of all pages, the newest first."""
        return self.pages("/history", "jobs", query)

    def speech(self, tracking_id: str, **query: Any) -> Result:
        return self.request("GET", "/tts/jobs", query={"id": tracking_id, **query})

    def transcription(self, tracking_id: str) -> Result:
        return self.request("GET", "/stt/jobs", query={"id": tracking_id})

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        json: Any = None,
        **options: Unpack[CallOptions],
    ) -> Result:
        """Calls any other path of the API. A response without a body is an empty result."""
        return self._send(method, path, _Response.json, query=query, json=json, **options)

    def pages(self, path: str, name: str, query: Optional[Mapping[str, Any]] = None) -> Iterator[Dict[str, Any]]:
        """The rows of a list in all its pages: `name` is the field that has them."""
        wanted = dict(query or {})
        while True:
            page = self.request("GET", path, query=wanted)
            yield from page[name]
            if not page.get("next"):
                return
            wanted["cursor"] = page["next"]

    def close(self) -> None:
        self._connections.close()

    def __enter__(self) -> Vang:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(
        self,
        method: str,
        path: str,
        read: Callable[[_Response], Read],
        *,
        query: Optional[Mapping[str, Any]] = None,
        json: Any = None,
        body: Optional[_Body] = None,
        idempotency_key: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        retention: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        cancel: Optional[Cancellation] = None,
    ) -> Read:
        url = self._url(path, query)
        sent = {"accept-encoding": "identity", "user-agent": f"vang-python/{__version__}", **_lower(headers or {})}
        if self._key and _origin(url) == _origin(self._base):
            sent.setdefault("x-api-key", self._key)
        if idempotency_key is None and method == "POST" and _is_idempotent(path):
            idempotency_key = sent.get("idempotency-key") or str(uuid.uuid4())
        if idempotency_key is not None:
            sent["idempotency-key"] = idempotency_key
        if metadata is not None:
            sent["x-metadata"] = _dump(metadata)
        if retention is not None:
            sent["x-retention"] = retention
        if json is not None:
            body = _Bytes(_dump(json).encode(), "application/json")
        seconds = timeout or self._timeout or (300.0 if path == "/stt" else 60.0)
        retries = self._max_retries if max_retries is None else max_retries
        is_safe = method in ("GET", "HEAD", "DELETE") or "idempotency-key" in sent
        pause = cancel._sleep if cancel else time.sleep
        for done in range(retries + 1):
            try:
                return read(self._connections.send(method, url, sent, body, _Watch(seconds, cancel)))
            except VangError as error:
                may_repeat = is_safe and (body is None or body.is_repeatable) and done < retries
                if not may_repeat or not _is_temporary(error):
                    raise
                wait = error.retry_after_seconds
                pause(0.5 * 2**done * random.uniform(0.8, 1.2) if wait is None else min(wait, _LONGEST_WAIT))
        raise AssertionError("unreachable")

    def _url(self, path: str, query: Optional[Mapping[str, Any]]) -> str:
        url = path if path.startswith(("http://", "https://")) else self._base + path
        values = {name.rstrip("_"): _text(value) for name, value in (query or {}).items() if value is not None}
        return f"{url}?{urlencode(values)}" if values else url


class _Group:
    def __init__(self, vang: Vang) -> None:
        self._vang = vang


class Jobs(_Group):
    """Recordings of hours, and long texts."""

    def create(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Result:
        return self._vang.request("POST", "/jobs", json=body, **options)

    def get(self, job_id: str, **options: Unpack[CallOptions]) -> Result:
        return self._vang.request("GET", f"/jobs/{_part(job_id)}", **options)

    def list(self, **query: Any) -> Iterator[Dict[str, Any]]:
        return self._vang.pages("/jobs", "jobs", query)

    def cancel(self, job_id: str) -> Result:
        return self._vang.request("POST", f"/jobs/{_part(job_id)}/cancel")

    def wait(
        self,
        job_id: str,
        *,
        timeout: Optional[float] = None,
        on_progress: Optional[Callable[[Result], None]] = None,
        cancel: Optional[Cancellation] = None,
    ) -> Result:
        """Asks as often as the server wishes until the job has ended, also as failed or canceled.

        A job that is paused for want of credit is waited for. Raises TimeoutExceededError after `timeout` seconds.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            job = self.get(job_id, **({"cancel": cancel} if cancel else {}))
            if on_progress:
                on_progress(job)
            wait = _retry_after(job.headers)
            # A job that has ended has its result and its charge once there is no need to ask again.
            if job["status"] not in ("queued", "running", "paused") and wait is None:
                return job
            seconds = 2.0 if wait is None else min(wait, _LONGEST_WAIT)
            if until is not None and time.monotonic() + seconds > until:
                raise TimeoutExceededError(f"Job {job_id} has not ended in {timeout} seconds.", retryable=True)
            (cancel._sleep if cancel else time.sleep)(seconds)


class Uploads(_Group):
    """Files for jobs, which go on where they stopped after a lost connection (tus 1.0)."""

    def create(
        self,
        file: Seekable,
        *,
        filename: Optional[str] = None,
        part_bytes: int = PART_BYTES,
        cancel: Optional[Cancellation] = None,
    ) -> Result:
        """Sends a file in parts. Its `uploadId` is for `jobs.create`."""
        name = filename or _name_of(file) or "recording"
        with _Source(file) as source:
            headers = {
                "tus-resumable": "1.0.0",
                "upload-length": str(source.size),
                "upload-metadata": "filename " + base64.b64encode(name.encode()).decode(),
            }
            begun = self._vang.request("POST", "/uploads", headers=headers, **_given(cancel))
            return self._continue(begun["uploadId"], source, 0, part_bytes, cancel)

    def resume(
        self,
        upload_id: str,
        file: Seekable,
        *,
        part_bytes: int = PART_BYTES,
        cancel: Optional[Cancellation] = None,
    ) -> Result:
        """Goes on with an upload that another process began."""
        with _Source(file) as source:
            return self._continue(upload_id, source, self.get(upload_id)["receivedBytes"], part_bytes, cancel)

    def get(self, upload_id: str) -> Result:
        return self._vang.request("GET", f"/uploads/{_part(upload_id)}")

    def delete(self, upload_id: str) -> None:
        self._vang.request("DELETE", f"/uploads/{_part(upload_id)}", headers={"tus-resumable": "1.0.0"})

    def _continue(
        self, upload_id: str, source: _Source, offset: int, part_bytes: int, cancel: Optional[Cancellation]
    ) -> Result:
        path, failures = f"/uploads/{_part(upload_id)}", 0
        while offset < source.size:
            part = _Bytes(source.read_at(offset, part_bytes), "application/offset+octet-stream")
            headers = {"tus-resumable": "1.0.0", "upload-offset": str(offset)}
            try:
                sent = self._vang._send(
                    "PATCH", path, _Response.json, body=part, headers=headers, max_retries=0, **_given(cancel)
                )
                offset, failures = int(sent.headers["upload-offset"]), 0
            except VangError as error:
                failures += 1
                is_passing = error.retryable or _is_temporary(error) or isinstance(error, TimeoutExceededError)
                if failures > self._vang._max_retries or not (is_passing or error.status == 409):
                    raise
                wait = error.retry_after_seconds
                (cancel._sleep if cancel else time.sleep)(min(0.5 * failures if wait is None else wait, _LONGEST_WAIT))
                arrived = self.get(upload_id)["receivedBytes"]
                failures = 0 if arrived > offset else failures
                offset = arrived
        return self.get(upload_id)


class Webhooks(_Group):
    def list(self) -> List[Dict[str, Any]]:
        return self._vang.request("GET", "/webhooks")["webhooks"]

    def create(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Result:
        """Its `secret` is shown this once."""
        return self._vang.request("POST", "/webhooks", json=body, **options)

    def get(self, webhook_id: str) -> Result:
        return self._vang.request("GET", f"/webhooks/{_part(webhook_id)}")

    def update(self, webhook_id: str, body: Mapping[str, Any]) -> Result:
        return self._vang.request("PATCH", f"/webhooks/{_part(webhook_id)}", json=body)

    def delete(self, webhook_id: str) -> Result:
        return self._vang.request("DELETE", f"/webhooks/{_part(webhook_id)}")

    def deliveries(self, webhook_id: str, **query: Any) -> Iterator[Dict[str, Any]]:
        return self._vang.pages(f"/webhooks/{_part(webhook_id)}/deliveries", "deliveries", query)


class Keys(_Group):
    """API keys, with a key that has the scope `keys:manage`."""

    def list(self, **query: Any) -> Iterator[Dict[str, Any]]:
        return self._vang.pages("/keys", "keys", query)

    def create(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Result:
        """Its `secret` is shown this once."""
        return self._vang.request("POST", "/keys", json=body, **options)

    def get(self, key_id: str) -> Result:
        return self._vang.request("GET", f"/keys/{_part(key_id)}")

    def update(self, key_id: str, body: Mapping[str, Any]) -> Result:
        return self._vang.request("PATCH", f"/keys/{_part(key_id)}", json=body)

    def rotate(self, key_id: str, grace_seconds: int = 86_400) -> Result:
        """A new `secret`, shown this once. The former one works for as long as `grace_seconds`."""
        return self._vang.request("POST", f"/keys/{_part(key_id)}/rotate", json={"graceSeconds": grace_seconds})

    def revoke(self, key_id: str) -> Result:
        return self._vang.request("DELETE", f"/keys/{_part(key_id)}")


class Pronunciations(_Group):
    def list(self) -> List[Dict[str, Any]]:
        return self._vang.request("GET", "/pronunciations")["pronunciations"]

    def save(self, written: str, spoken: str) -> Result:
        return self._vang.request("PUT", "/pronunciations", json={"written": written, "spoken": spoken})

    def delete(self, written: str) -> Result:
        return self._vang.request("DELETE", "/pronunciations", query={"written": written})


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, Any],
    secret: Union[str, Sequence[str]],
    tolerance_seconds: float = 300,
    now_seconds: Optional[float] = None,
) -> Dict[str, Any]:
    """The event of a request that the server signed (Standard Webhooks); raises SignatureError for every other one.

    `body`: as it arrived, not parsed. `secret`: the webhook's, or several while one is replaced.
    """
    raw = body.encode() if isinstance(body, str) else bytes(body)
    found = _lower(headers)
    event_id, sent_at = found.get("webhook-id", ""), found.get("webhook-timestamp", "")
    if not event_id or not (sent_at.isascii() and sent_at.isdigit() and len(sent_at) <= 12):
        raise SignatureError("The request has no webhook-id and webhook-timestamp that can be read.")
    age = (time.time() if now_seconds is None else now_seconds) - int(sent_at)
    if abs(age) > tolerance_seconds:
        raise SignatureError("The request is too old." if age > 0 else "The request is from the future.")
    given = [one.encode("utf-8", "replace") for one in found.get("webhook-signature", "").split(" ")]
    signed = f"{event_id}.{sent_at}.".encode("utf-8", "replace") + raw
    is_valid = False
    for one in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(_secret_key(one), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        for signature in given:
            is_valid |= hmac.compare_digest(expected, signature)
    if not is_valid:
        raise SignatureError("No signature of the request is correct.")
    try:
        event = json.loads(raw)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise SignatureError("The request is signed, but its body is not a JSON object.")
    return event


def _secret_key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise SignatureError("The secret is not one of a webhook.")
    return key


class _Body:
    """What is sent: `size` is None where it is not known. `blocks` begins again each time if `is_repeatable`."""

    content_type: str
    size: Optional[int]
    is_repeatable: bool

    def blocks(self) -> Iterator[bytes]:
        raise NotImplementedError


class _Bytes(_Body):
    def __init__(self, data: bytes, content_type: str) -> None:
        self._data, self.content_type = data, content_type
        self.size, self.is_repeatable = len(data), True

    def blocks(self) -> Iterator[bytes]:
        view = memoryview(self._data)
        for at in range(0, len(view), _BLOCK):
            yield bytes(view[at : at + _BLOCK])


class _Form(_Body):
    """A form with one file, which is read while it is sent (RFC 7578)."""

    def __init__(self, file: File, fields: Mapping[str, Any], filename: Optional[str]) -> None:
        boundary = uuid.uuid4().hex
        self.content_type = f"multipart/form-data; boundary={boundary}"
        lines = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"\r\n\r\n{_text(item)}\r\n'
            for name, value in fields.items()
            if value is not None
            for item in (value if isinstance(value, (list, tuple)) else [value])
        ]
        name = _quoted(filename or _name_of(file) or "audio")
        lines.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        self._head, self._end = "".join(lines).encode(), f"\r\n--{boundary}--\r\n".encode()
        self._file = file
        self._start = 0
        self.is_repeatable = isinstance(file, (str, os.PathLike, bytes, bytearray)) or _is_seekable(file)
        size: Optional[int] = None
        if self.is_repeatable:
            with _Source(file) as source:  # type: ignore[arg-type]
                size, self._start = source.size, source.start
        self.size = None if size is None else len(self._head) + size + len(self._end)

    def blocks(self) -> Iterator[bytes]:
        yield self._head
        if not self.is_repeatable:
            yield from iter(lambda: self._file.read(_BLOCK), b"") if hasattr(self._file, "read") else self._file
        else:
            with _Source(self._file, self._start) as source:  # type: ignore[arg-type]
                at = 0
                while at < source.size:
                    block = source.read_at(at, _BLOCK)
                    at += len(block)
                    yield block
        yield self._end


class _Source:
    """A file of known size that can be read from anywhere. Closes what it opened."""

    def __init__(self, file: Seekable, start: Optional[int] = None) -> None:
        is_path = isinstance(file, (str, os.PathLike))
        if not is_path and not isinstance(file, (bytes, bytearray)) and not _is_seekable(file):
            raise ValueError("An upload needs a file whose size is known: a path, bytes or a seekable file.")
        self._close = is_path
        self._file: IO[bytes] = (
            open(file, "rb") if is_path else io.BytesIO(file) if isinstance(file, (bytes, bytearray)) else file
        )
        self.start = (0 if is_path else self._file.tell()) if start is None else start
        self.size = self._file.seek(0, io.SEEK_END) - self.start
        self._file.seek(self.start)

    def read_at(self, offset: int, size: int) -> bytes:
        self._file.seek(self.start + offset)
        data = self._file.read(min(size, self.size - offset))
        if not data:
            raise OSError("The file became shorter while it was sent.")
        return data

    def __enter__(self) -> _Source:
        return self

    def __exit__(self, *_: object) -> None:
        if self._close:
            self._file.close()


class _Watch:
    """Ends what takes too long or was canceled, and turns errors of the standard library into those of this module."""

    def __init__(self, timeout: float, cancel: Optional[Cancellation]) -> None:
        self._timeout, self.cancel = timeout, cancel
        self.restart()

    def restart(self) -> None:
        self._until = time.monotonic() + self._timeout

    @property
    def left(self) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise socket.timeout()
        return left

    def begin(self, one: socket.socket) -> None:
        if self.cancel:
            self.cancel._add(one)

    def end(self, one: Optional[socket.socket]) -> None:
        if self.cancel and one:
            self.cancel._remove(one)

    def __enter__(self) -> None:
        if self.cancel and self.cancel.canceled:
            raise AbortedError("The call was canceled.")

    def __exit__(self, _type: object, error: Optional[BaseException], _trace: object) -> None:
        if isinstance(error, Exception) and self.cancel and self.cancel.canceled:
            raise AbortedError("The call was canceled.") from error
        if not isinstance(error, (OSError, http.client.HTTPException)) or isinstance(error, http.client.InvalidURL):
            return
        if isinstance(error, socket.timeout) or time.monotonic() >= self._until:
            raise TimeoutExceededError("The server took too long to respond.", retryable=True) from error
        raise ConnectionLostError(f"The connection failed: {error}", retryable=True) from error


class _Connections:
    """Sends requests, over connections that are kept for the next one."""

    def __init__(self, context: Optional[ssl.SSLContext]) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._idle: Dict[Tuple[str, str], List[http.client.HTTPConnection]] = {}

    def send(
        self, method: str, url: str, headers: Mapping[str, str], body: Optional[_Body], watch: _Watch
    ) -> _Response:
        """The response, whose body is still to be read; raises VangError for every status from 300 on."""
        connection = self._take(url)
        try:
            with watch:
                connection.timeout = watch.left
                if connection.sock is None:
                    connection.connect()
                watch.begin(connection.sock)
            self._write(connection, method, url, headers, body, watch)
            with watch:
                connection.sock.settimeout(watch.left)
                raw = connection.getresponse()
        except BaseException:
            watch.end(connection.sock)
            connection.close()
            raise
        response = _Response(raw, connection, watch, lambda: self._give_back(url, connection))
        if response.status >= 300:
            raise _error_of(response)
        return response

    def _write(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: Optional[_Body],
        watch: _Watch,
    ) -> None:
        parts = urlsplit(url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        is_chunked = body is not None and body.size is None
        own = dict(headers)
        if body is not None:
            own["content-type"] = body.content_type
        if is_chunked:
            own["transfer-encoding"] = "chunked"
        elif body is not None or method in ("POST", "PUT", "PATCH"):
            own["content-length"] = str(body.size if body is not None else 0)
        with watch:
            connection.sock.settimeout(watch.left)
            connection.putrequest(method, target, skip_accept_encoding=True)
            for name, value in own.items():
                connection.putheader(name, value)
            connection.endheaders()
        try:
            for block in body.blocks() if body is not None else ():
                with watch:
                    connection.sock.settimeout(watch.left)
                    if block:
                        connection.send(b"%x\r\n%b\r\n" % (len(block), block) if is_chunked else block)
            with watch:
                if is_chunked:
                    connection.send(b"0\r\n\r\n")
        except ConnectionLostError:
            # A server that rejects a request can respond and close before it has read all.
            if not _is_readable(connection.sock):
                raise

    def _take(self, url: str) -> http.client.HTTPConnection:
        scheme, host = _origin(url)
        with self._lock:
            idle = self._idle.get((scheme, host), [])
            while idle:
                connection = idle.pop()
                # What can be read from an idle connection is its end.
                if connection.sock and not _is_readable(connection.sock):
                    return connection
                connection.close()
        if scheme == "https":
            return http.client.HTTPSConnection(host, context=self._context)
        return http.client.HTTPConnection(host)

    def _give_back(self, url: str, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            self._idle.setdefault(_origin(url), []).append(connection)

    def close(self) -> None:
        with self._lock:
            for connection in (one for idle in self._idle.values() for one in idle):
                connection.close()
            self._idle.clear()


def _is_readable(one: socket.socket) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(one, selectors.EVENT_READ)
        return bool(selector.select(0))


class _Response:
    """A response whose status and headers have arrived, and the rest while it arrives."""

    def __init__(
        self,
        raw: http.client.HTTPResponse,
        connection: http.client.HTTPConnection,
        watch: _Watch,
        give_back: Callable[[], None],
    ) -> None:
        self._raw, self._connection, self._watch, self._give_back = raw, connection, watch, give_back
        # A connection that ends with its response has left its socket to the response.
        self._socket: Optional[socket.socket] = connection.sock or getattr(getattr(raw.fp, "raw", None), "_sock", None)
        self.status, self.reason, self.headers = raw.status, raw.reason, raw.headers
        # None where only the end of the body says it. Counted here, since `raw` does so in new versions of Python only.
        self._left = None if raw.chunked else raw.length
        self._is_over = False

    def json(self) -> Result:
        data = self.read_all()
        try:
            body = json.loads(data) if data else {}
        except ValueError:
            body = None
        if not isinstance(body, dict):
            request_id = self.headers.get("x-request-id")
            raise VangError("The response is not a JSON object.", status=self.status, request_id=request_id)
        return Result(body, self.headers)

    def read_all(self) -> bytes:
        try:
            return b"".join(iter(self._read, b""))
        finally:
            self.close()

    def read_some(self) -> bytes:
        """The next bytes as they arrive, within the timeout of the call; none at the end."""
        self._watch.restart()
        return self._read()

    def _read(self) -> bytes:
        data = b""
        if self._is_over:
            return data
        with self._watch:
            if self._socket is not None:
                self._socket.settimeout(self._watch.left)
            if self._left != 0:
                data = self._raw.read1(_BLOCK if self._left is None else min(_BLOCK, self._left))
                if not data and self._left is not None:
                    raise http.client.IncompleteRead(b"", self._left)
        if data and self._left is not None:
            self._left -= len(data)
        if not data:
            self._is_over = True
            self._watch.end(self._socket)
            self._raw.close()
            if self._connection.sock is not None:
                self._give_back()
        return data

    def close(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._watch.end(self._socket)
            self._raw.close()
            self._connection.close()


def _error_of(response: _Response) -> VangError:
    status, headers = response.status, response.headers
    try:
        problem = json.loads(response.read_all())
    except (ValueError, VangError):
        problem = None
    fields: Dict[str, Any] = problem if isinstance(problem, dict) and "code" in problem else {}
    message = fields.get("message") or f"HTTP {status} {response.reason}".rstrip()
    if status < 400:
        message = f"The server redirects to {headers.get('location', 'another URL')}. Check base_url."
    return VangError(
        message,
        status=status,
        code=fields.get("code"),
        message_vi=fields.get("messageVi"),
        request_id=fields.get("requestId") or headers.get("x-request-id"),
        param=fields.get("param"),
        retryable=bool(fields.get("retryable", status in _RETRIED)),
        retry_after_seconds=_retry_after(headers),
    )


def _is_temporary(error: VangError) -> bool:
    """Whether the same request is sent again: also while the one before it, whose connection was lost, still runs."""
    if error.status is None:
        return isinstance(error, ConnectionLostError)
    return error.retryable and (error.status in _RETRIED or error.code == "IDEMPOTENCY_RUNNING")


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    value = (headers.get("retry-after") or "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, IndexError):
        return None


def _is_idempotent(path: str) -> bool:
    return any(re.fullmatch(one.replace("{id}", "[^/]+"), path) for one in _IDEMPOTENT)


def _given(cancel: Optional[Cancellation]) -> CallOptions:
    return {"cancel": cancel} if cancel else {}


def _origin(url: str) -> Tuple[str, str]:
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    host = parts.hostname or ""
    return parts.scheme, f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _lower(headers: Mapping[str, Any]) -> Dict[str, str]:
    def one_of(value: Any) -> Any:
        return value[0] if isinstance(value, (list, tuple)) and value else value

    return {name.lower(): str(one_of(value)) for name, value in headers.items()}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return _dump(value)
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _part(value: str) -> str:
    return quote(value, safe="")


def _quoted(name: str) -> str:
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def _is_seekable(file: Any) -> bool:
    return hasattr(file, "read") and hasattr(file, "seekable") and file.seekable()


def _name_of(file: Any) -> Optional[str]:
    name = file if isinstance(file, (str, os.PathLike)) else getattr(file, "name", None)
    return os.path.basename(os.fspath(name)) if isinstance(name, (str, os.PathLike)) else None
