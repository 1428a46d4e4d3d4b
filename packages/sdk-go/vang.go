// Package vang is a client of a Vang server: text to speech, speech to text, long jobs and webhooks. It needs Go 1.19
// or newer and nothing else.
//
//	client, err := vang.New(vang.Options{}) // VANG_API_KEY and VANG_BASE_URL
//	speech, err := client.TTS(ctx, vang.Body{"text": "Xin chào", "voiceId": "north-linh", "modelId": "vang-espeak"})
//
// Bodies and queries have the names of the API, which are described at /docs of the server.
package vang

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// Version is the version of this client.
const Version = "0.1.0"

const (
	longestWait = 60 * time.Second
)

// Where the server recognizes a repeated request by its Idempotency-Key.
var idempotent = []string{"/tts", "/tts/stream", "/stt", "/jobs", "/webhooks", "/webhooks/{id}/secret", "/keys"}

// Body is the JSON body of a request, or the fields of a form.
type Body map[string]any

// Query has the parameters of a list, such as Query{"service": "tts"}.
type Query map[string]string

// Kind says why a request failed.
type Kind string

const (
	// KindAPI: the server responded with an error, which has a Status.
	KindAPI Kind = "api"
	// KindConnection: no connection, or it ended before the response did.
	KindConnection Kind = "connection"
	// KindTimeout: the server took longer than the timeout.
	KindTimeout Kind = "timeout"
	// KindAborted: the context of the call was canceled.
	KindAborted Kind = "aborted"
	// KindSignature: a webhook is not from the server, is too old, or cannot be read.
	KindSignature Kind = "signature"
)

// Error is what every function of this package returns for a request that failed; read it with errors.As.
type Error struct {
	Kind      Kind   `json:"-"`
	Status    int    `json:"-"`
	Code      string `json:"code"`
	Message   string `json:"message"`
	MessageVi string `json:"messageVi"`
	RequestID string `json:"requestId"`
	Param     string `json:"param"`
	Retryable bool   `json:"retryable"`
	// RetryAfter is nil where the server gave no time.
	RetryAfter *time.Duration `json:"-"`
	// Cause is what the standard library returned.
	Cause error `json:"-"`
}

func (e *Error) Error() string {
	if e.RequestID == "" {
		return "vang: " + e.Message
	}
	return fmt.Sprintf("vang: %s (%s)", e.Message, e.RequestID)
}

func (e *Error) Unwrap() error { return e.Cause }

// isTemporary: also while the request before it, whose connection was lost, still runs.
func (e *Error) isTemporary() bool {
	return e.Kind == KindConnection ||
		e.Kind == KindAPI && e.Retryable && (isRetried(e.Status) || e.Code == "IDEMPOTENCY_RUNNING")
}

func isIdempotent(path string) bool {
	for _, one := range idempotent {
		pattern := "^" + strings.ReplaceAll(one, "{id}", "[^/]+") + "$"
		if matches, _ := regexp.MatchString(pattern, path); matches {
			return true
		}
	}
	return false
}

func isRetried(status int) bool {
	switch status {
	case 408, 429, 500, 502, 503, 504:
		return true
	}
	return false
}

// Options of a client. The zero value reads the environment.
type Options struct {
	// APIKey, or the variable VANG_API_KEY.
	APIKey string
	// BaseURL, or the variable VANG_BASE_URL, or http://localhost:3000.
	BaseURL string
	// Timeout of each try; otherwise 60 s, and 300 s for STT.
	Timeout time.Duration
	// MaxRetries is 2 if nil.
	MaxRetries *int
	// HTTPClient is copied, without following redirects.
	HTTPClient *http.Client
}

// Client calls a server. It can be used by many goroutines.
type Client struct {
	key, base  string
	timeout    time.Duration
	maxRetries int
	http       http.Client

	Jobs           *Jobs
	Uploads        *Uploads
	Webhooks       *Webhooks
	Keys           *Keys
	Pronunciations *Pronunciations
}

// New makes a client.
func New(options Options) (*Client, error) {
	base := strings.TrimRight(first(options.BaseURL, os.Getenv("VANG_BASE_URL"), "http://localhost:3000"), "/")
	if !strings.HasPrefix(base, "http://") && !strings.HasPrefix(base, "https://") {
		return nil, errors.New("vang: BaseURL begins with http:// or https://")
	}
	key := first(options.APIKey, os.Getenv("VANG_API_KEY"))
	client := &Client{key: key, base: base, timeout: options.Timeout, maxRetries: 2}
	if options.MaxRetries != nil {
		client.maxRetries = *options.MaxRetries
	}
	if options.HTTPClient != nil {
		client.http = *options.HTTPClient
	}
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.Jobs, client.Uploads = &Jobs{client}, &Uploads{client, 8 << 20}
	client.Webhooks, client.Keys, client.Pronunciations = &Webhooks{client}, &Keys{client}, &Pronunciations{client}
	return client, nil
}

// Option changes one call.
type Option func(*call)

type call struct {
	headers    http.Header
	timeout    time.Duration
	maxRetries int
}

// WithIdempotencyKey replaces the key that the client makes for a charged request.
func WithIdempotencyKey(key string) Option { return WithHeader("Idempotency-Key", key) }

// WithMetadata adds texts that come back with the job in its history and events.
func WithMetadata(metadata map[string]string) Option {
	data, _ := json.Marshal(metadata)
	return WithHeader("X-Metadata", escape(data))
}

// WithRetention of "none" stores neither text nor audio.
func WithRetention(retention string) Option { return WithHeader("X-Retention", retention) }

// WithHeader adds a header.
func WithHeader(name, value string) Option { return func(c *call) { c.headers.Set(name, value) } }

// WithTimeout sets the time until the response, of each try; for audio, of each part as well.
func WithTimeout(timeout time.Duration) Option { return func(c *call) { c.timeout = timeout } }

// WithMaxRetries replaces the client's number of retries.
func WithMaxRetries(most int) Option { return func(c *call) { c.maxRetries = most } }

// Meta is what the headers of a response say.
type Meta struct {
	RequestID  string
	TrackingID string
	// ChargeVnd is nil for a response that is not charged.
	ChargeVnd *float64
	Header    http.Header
}

func metaOf(header http.Header) Meta {
	meta := Meta{RequestID: header.Get("X-Request-Id"), TrackingID: header.Get("X-Tracking-Id"), Header: header}
	if charge, err := strconv.ParseFloat(header.Get("X-Charge-Vnd"), 64); err == nil {
		meta.ChargeVnd = &charge
	}
	return meta
}

// Speech is the result of TTS.
type Speech struct {
	TrackingID       string         `json:"trackingId"`
	AudioURL         string         `json:"audioUrl"`
	AudioDuration    float64        `json:"audioDuration"`
	FileSizeBytes    int64          `json:"fileSizeBytes"`
	ProcessingTimeMs int64          `json:"processingTimeMs"`
	LanguageCode     *string        `json:"languageCode"`
	Alignment        map[string]any `json:"alignment"`
	Meta             Meta           `json:"-"`
}

// Transcript is the result of STT.
type Transcript struct {
	TrackingID         string           `json:"trackingId"`
	Transcript         string           `json:"transcript"`
	AudioDuration      float64          `json:"audioDuration"`
	FileSizeBytes      int64            `json:"fileSizeBytes"`
	ProcessingTimeMs   int64            `json:"processingTimeMs"`
	InputAudioFileName *string          `json:"inputAudioFileName"`
	InputAudioURL      *string          `json:"inputAudioUrl"`
	Segments           []map[string]any `json:"segments"`
	Words              []map[string]any `json:"words"`
	Channels           []map[string]any `json:"channels"`
	Meta               Meta             `json:"-"`
}

// Job is a long recording or text.
type Job struct {
	JobID        string            `json:"jobId"`
	Kind         string            `json:"kind"`
	Status       string            `json:"status"`
	Progress     float64           `json:"progress"`
	SecondsDone  float64           `json:"secondsDone"`
	SecondsTotal *float64          `json:"secondsTotal"`
	SecondsLeft  *float64          `json:"secondsLeft"`
	ChargeVnd    float64           `json:"chargeVnd"`
	ModelID      string            `json:"modelId"`
	ResultCode   *string           `json:"resultCode"`
	Message      *string           `json:"message"`
	MessageVi    *string           `json:"messageVi"`
	ResultURL    *string           `json:"resultUrl"`
	Metadata     map[string]string `json:"metadata"`
	CreatedAt    time.Time         `json:"createdAt"`
	EndedAt      *time.Time        `json:"endedAt"`
	Meta         Meta              `json:"-"`
}

// Upload is a file for a job.
type Upload struct {
	UploadID      string `json:"uploadId"`
	Status        string `json:"status"`
	SizeBytes     *int64 `json:"sizeBytes"`
	ReceivedBytes int64  `json:"receivedBytes"`
	Meta          Meta   `json:"-"`
}

func (s *Speech) setMeta(meta Meta)     { s.Meta = meta }
func (t *Transcript) setMeta(meta Meta) { t.Meta = meta }
func (j *Job) setMeta(meta Meta)        { j.Meta = meta }
func (u *Upload) setMeta(meta Meta)     { u.Meta = meta }

// TTS makes speech of a text. Download takes the AudioURL of its result.
func (c *Client) TTS(ctx context.Context, body Body, options ...Option) (*Speech, error) {
	return fetch[Speech](ctx, c, "POST", "/tts", nil, body, options)
}

// TTSStream returns speech while it is made. Close it.
func (c *Client) TTSStream(ctx context.Context, body Body, options ...Option) (*Audio, error) {
	sent, err := jsonOf(body)
	if err != nil {
		return nil, err
	}
	return c.open(ctx, "POST", "/tts/stream", sent, options)
}

// Download returns audio by its URL. The key is sent to the server of BaseURL only. Close it.
func (c *Client) Download(ctx context.Context, url string, options ...Option) (*Audio, error) {
	return c.open(ctx, "GET", url, nil, options)
}

// STT returns the transcript of a recording, which is sent while it is read. A file that is an io.Seeker is sent again
// after a lost connection. With responseFormat srt, vtt or text, Transcript has the text.
func (c *Client) STT(
	ctx context.Context, file io.Reader, filename string, fields Body, options ...Option,
) (*Transcript, error) {
	body, err := formOf(file, filename, fields)
	if err != nil {
		return nil, err
	}
	data, header, err := c.read(ctx, "POST", "/stt", body, options)
	if err != nil {
		return nil, err
	}
	if strings.Contains(header.Get("Content-Type"), "json") {
		return decode[Transcript](data, header)
	}
	meta := metaOf(header)
	return &Transcript{TrackingID: meta.TrackingID, Transcript: string(data), Meta: meta}, nil
}

// Preview says how a text would be read, and what it would cost. It is free.
func (c *Client) Preview(ctx context.Context, body Body, options ...Option) (Body, error) {
	return value(fetch[Body](ctx, c, "POST", "/tts/preview", nil, body, options))
}

// Voices lists the voices.
func (c *Client) Voices(ctx context.Context) ([]Body, error) {
	return c.list(ctx, "/tts/voices", "voices")
}

// Models lists those of speech and of recognition, with prices.
func (c *Client) Models(ctx context.Context) ([]Body, error) {
	return c.list(ctx, "/tts/models", "models")
}

// Balance of the business.
func (c *Client) Balance(ctx context.Context) (Body, error) {
	return value(fetch[Body](ctx, c, "GET", "/balance", nil, nil, nil))
}

// Usage iterates over the rows of all pages.
func (c *Client) Usage(query Query) *Pages { return c.Pages("/usage", "rows", query) }

// History iterates over jobs, the newest first.
func (c *Client) History(query Query) *Pages { return c.Pages("/history", "jobs", query) }

// Speech looks a speech up.
func (c *Client) Speech(ctx context.Context, trackingID string) (*Speech, error) {
	return fetch[Speech](ctx, c, "GET", "/tts/jobs", Query{"id": trackingID}, nil, nil)
}

// Transcription looks a transcript up.
func (c *Client) Transcription(ctx context.Context, trackingID string) (*Transcript, error) {
	return fetch[Transcript](ctx, c, "GET", "/stt/jobs", Query{"id": trackingID}, nil, nil)
}

// Do calls any other path of the API. A nil body sends none.
func (c *Client) Do(ctx context.Context, method, path string, query Query, body any, options ...Option) (Body, error) {
	return value(fetch[Body](ctx, c, method, path, query, body, options))
}

// Jobs are recordings of hours, and long texts.
type Jobs struct{ client *Client }

// Create begins a job.
func (j *Jobs) Create(ctx context.Context, body Body, options ...Option) (*Job, error) {
	return fetch[Job](ctx, j.client, "POST", "/jobs", nil, body, options)
}

// Get says how far a job is.
func (j *Jobs) Get(ctx context.Context, id string) (*Job, error) {
	return fetch[Job](ctx, j.client, "GET", "/jobs/"+url.PathEscape(id), nil, nil, nil)
}

// List iterates over the jobs, the newest first.
func (j *Jobs) List(query Query) *Pages { return j.client.Pages("/jobs", "jobs", query) }

// Cancel ends a job: what was finished of it is charged and kept.
func (j *Jobs) Cancel(ctx context.Context, id string) (*Job, error) {
	return fetch[Job](ctx, j.client, "POST", "/jobs/"+url.PathEscape(id)+"/cancel", nil, nil, nil)
}

// Wait asks as often as the server wishes until the job has ended, also as failed or canceled, or ctx is done. A job
// that is paused for want of credit is waited for. onProgress can be nil.
func (j *Jobs) Wait(ctx context.Context, id string, onProgress func(*Job)) (*Job, error) {
	for {
		job, err := j.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if onProgress != nil {
			onProgress(job)
		}
		wait := retryAfter(job.Meta.Header)
		isOpen := job.Status == "queued" || job.Status == "running" || job.Status == "paused"
		// A job that has ended has its result and its charge once there is no need to ask again.
		if !isOpen && wait == nil {
			return job, nil
		}
		if err := pause(ctx, waitOr(wait, 2*time.Second)); err != nil {
			return nil, err
		}
	}
}

// Uploads are files for jobs, which go on where they stopped after a lost connection (tus 1.0).
type Uploads struct {
	client *Client
	// PartBytes is how much is sent in one request: 8 MiB.
	PartBytes int64
}

var tus = WithHeader("Tus-Resumable", "1.0.0")

// Create sends a file in parts. Its UploadID is for Jobs.Create.
func (u *Uploads) Create(ctx context.Context, file io.ReaderAt, size int64, filename string) (*Upload, error) {
	name := base64.StdEncoding.EncodeToString([]byte(first(filename, "recording")))
	named := WithHeader("Upload-Metadata", "filename "+name)
	sized := WithHeader("Upload-Length", strconv.FormatInt(size, 10))
	begun, err := fetch[Upload](ctx, u.client, "POST", "/uploads", nil, nil, []Option{tus, named, sized})
	if err != nil {
		return nil, err
	}
	return u.send(ctx, begun.UploadID, file, size, 0)
}

// Resume goes on with an upload that another process began.
func (u *Uploads) Resume(ctx context.Context, id string, file io.ReaderAt, size int64) (*Upload, error) {
	upload, err := u.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return u.send(ctx, id, file, size, upload.ReceivedBytes)
}

// Get says how much of an upload has arrived.
func (u *Uploads) Get(ctx context.Context, id string) (*Upload, error) {
	return fetch[Upload](ctx, u.client, "GET", "/uploads/"+url.PathEscape(id), nil, nil, nil)
}

// Delete removes an upload.
func (u *Uploads) Delete(ctx context.Context, id string) error {
	_, err := fetch[Body](ctx, u.client, "DELETE", "/uploads/"+url.PathEscape(id), nil, nil, []Option{tus})
	return err
}

func (u *Uploads) send(ctx context.Context, id string, file io.ReaderAt, size, offset int64) (*Upload, error) {
	for failures := 0; offset < size; {
		length := size - offset
		if length > u.PartBytes {
			length = u.PartBytes
		}
		part := &payload{contentType: "application/offset+octet-stream", size: length, open: func() (io.Reader, error) {
			return sourceReader{io.NewSectionReader(file, offset, length)}, nil
		}}
		at := WithHeader("Upload-Offset", strconv.FormatInt(offset, 10))
		options := []Option{tus, at, WithMaxRetries(0)}
		_, header, err := u.client.read(ctx, "PATCH", "/uploads/"+url.PathEscape(id), part, options)
		if err == nil {
			if offset, err = strconv.ParseInt(header.Get("Upload-Offset"), 10, 64); err != nil {
				return nil, &Error{Kind: KindAPI, Message: "The response to a part has no Upload-Offset.", Cause: err}
			}
			failures = 0
			continue
		}
		var failed *Error
		failures++
		isPassing := errors.As(err, &failed) && failed.Kind != KindAborted && (failed.Retryable || failed.Status == 409)
		if !isPassing || failures > u.client.maxRetries {
			return nil, err
		}
		if err := pause(ctx, waitOr(failed.RetryAfter, time.Duration(failures)*500*time.Millisecond)); err != nil {
			return nil, err
		}
		arrived, err := u.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if arrived.ReceivedBytes > offset {
			failures = 0
		}
		offset = arrived.ReceivedBytes
	}
	return u.Get(ctx, id)
}

// Webhooks of the business.
type Webhooks struct{ client *Client }

// List returns them all.
func (w *Webhooks) List(ctx context.Context) ([]Body, error) {
	return w.client.list(ctx, "/webhooks", "webhooks")
}

// Create adds one. Its secret is shown this once.
func (w *Webhooks) Create(ctx context.Context, body Body, options ...Option) (Body, error) {
	return w.client.Do(ctx, "POST", "/webhooks", nil, body, options...)
}

// Get returns one.
func (w *Webhooks) Get(ctx context.Context, id string) (Body, error) {
	return w.client.Do(ctx, "GET", "/webhooks/"+url.PathEscape(id), nil, nil)
}

// Update changes some of its fields.
func (w *Webhooks) Update(ctx context.Context, id string, body Body) (Body, error) {
	return w.client.Do(ctx, "PATCH", "/webhooks/"+url.PathEscape(id), nil, body)
}

// Delete removes one.
func (w *Webhooks) Delete(ctx context.Context, id string) (Body, error) {
	return w.client.Do(ctx, "DELETE", "/webhooks/"+url.PathEscape(id), nil, nil)
}

// Deliveries iterates over what was sent to one.
func (w *Webhooks) Deliveries(id string, query Query) *Pages {
	return w.client.Pages("/webhooks/"+url.PathEscape(id)+"/deliveries", "deliveries", query)
}

// Keys are API keys, for a key that has the scope keys:manage.
type Keys struct{ client *Client }

// List iterates over them.
func (k *Keys) List(query Query) *Pages { return k.client.Pages("/keys", "keys", query) }

// Create adds one. Its secret is shown this once.
func (k *Keys) Create(ctx context.Context, body Body, options ...Option) (Body, error) {
	return k.client.Do(ctx, "POST", "/keys", nil, body, options...)
}

// Get returns one.
func (k *Keys) Get(ctx context.Context, id string) (Body, error) {
	return k.client.Do(ctx, "GET", "/keys/"+url.PathEscape(id), nil, nil)
}

// Update changes some of its fields.
func (k *Keys) Update(ctx context.Context, id string, body Body) (Body, error) {
	return k.client.Do(ctx, "PATCH", "/keys/"+url.PathEscape(id), nil, body)
}

// Rotate returns a new secret, shown this once. The former one works for as long as grace.
func (k *Keys) Rotate(ctx context.Context, id string, grace time.Duration) (Body, error) {
	body := Body{"graceSeconds": int64(grace.Seconds())}
	return k.client.Do(ctx, "POST", "/keys/"+url.PathEscape(id)+"/rotate", nil, body)
}

// Revoke ends one, from the next request on.
func (k *Keys) Revoke(ctx context.Context, id string) (Body, error) {
	return k.client.Do(ctx, "DELETE", "/keys/"+url.PathEscape(id), nil, nil)
}

// Pronunciations say how words are read.
type Pronunciations struct{ client *Client }

// List returns them all.
func (p *Pronunciations) List(ctx context.Context) ([]Body, error) {
	return p.client.list(ctx, "/pronunciations", "pronunciations")
}

// Save adds or replaces one.
func (p *Pronunciations) Save(ctx context.Context, written, spoken string) (Body, error) {
	return p.client.Do(ctx, "PUT", "/pronunciations", nil, Body{"written": written, "spoken": spoken})
}

// Delete removes one.
func (p *Pronunciations) Delete(ctx context.Context, written string) (Body, error) {
	return p.client.Do(ctx, "DELETE", "/pronunciations", Query{"written": written}, nil)
}

// Pages iterates over the rows of a list in all its pages:
//
//	for jobs := client.History(nil); jobs.Next(ctx); { … jobs.Row() … }
//
// Then Err says whether the list ended or a request failed.
type Pages struct {
	client     *Client
	path, name string
	query      Query
	rows       []Body
	row        Body
	isLast     bool
	err        error
}

// Pages iterates over any list of the API; name is the field that has its rows.
func (c *Client) Pages(path, name string, query Query) *Pages {
	own := Query{}
	for key, value := range query {
		own[key] = value
	}
	return &Pages{client: c, path: path, name: name, query: own}
}

// Next reads the next row, and requests a page where it is needed.
func (p *Pages) Next(ctx context.Context) bool {
	for len(p.rows) == 0 {
		if p.isLast || p.err != nil {
			return false
		}
		var page map[string]json.RawMessage
		data, _, err := p.client.read(ctx, "GET", withQuery(p.path, p.query), nil, nil)
		if err == nil {
			err = json.Unmarshal(data, &page)
		}
		if err == nil {
			err = json.Unmarshal(page[p.name], &p.rows)
		}
		var next *string
		if err == nil && page["next"] != nil {
			err = json.Unmarshal(page["next"], &next)
		}
		p.err = err
		if p.isLast = next == nil; !p.isLast {
			p.query["cursor"] = *next
		}
	}
	p.row, p.rows = p.rows[0], p.rows[1:]
	return true
}

// Row is what Next read.
func (p *Pages) Row() Body { return p.row }

// Err is why Next returned false; nil at the end of the list.
func (p *Pages) Err() error { return p.err }

// VerifyOptions of VerifyWebhook; the zero value is right for a receiver.
type VerifyOptions struct {
	// Tolerance is how old a request can be: five minutes if zero.
	Tolerance time.Duration
	// Now is the present if zero.
	Now time.Time
}

// Event is what a webhook receives.
type Event struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	IsTest    bool            `json:"isTest"`
	Data      json.RawMessage `json:"data"`
}

// VerifyWebhook returns the event of a request that the server signed (Standard Webhooks), and an Error of
// KindSignature for every other one. body is as it arrived, not parsed. secrets are the webhook's: several while one is
// replaced.
func VerifyWebhook(body []byte, header http.Header, secrets []string, options VerifyOptions) (*Event, error) {
	wrong := func(message string) (*Event, error) { return nil, &Error{Kind: KindSignature, Message: message} }
	id, sentAt := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseUint(sentAt, 10, 40)
	if id == "" || err != nil {
		return wrong("The request has no webhook-id and webhook-timestamp that can be read.")
	}
	if options.Tolerance == 0 {
		options.Tolerance = 5 * time.Minute
	}
	if options.Now.IsZero() {
		options.Now = time.Now()
	}
	age := options.Now.Sub(time.Unix(int64(seconds), 0))
	if age > options.Tolerance {
		return wrong("The request is too old.")
	}
	if age < -options.Tolerance {
		return wrong("The request is from the future.")
	}
	isValid := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return wrong("The secret is not one of a webhook.")
		}
		digest := hmac.New(sha256.New, key)
		fmt.Fprintf(digest, "%s.%s.%s", id, sentAt, body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(digest.Sum(nil)))
		for _, given := range strings.Split(header.Get("Webhook-Signature"), " ") {
			isValid = hmac.Equal(expected, []byte(given)) || isValid
		}
	}
	if !isValid {
		return wrong("No signature of the request is correct.")
	}
	event := &Event{}
	if err := json.Unmarshal(body, event); err != nil {
		return wrong("The request is signed, but its body is not an event.")
	}
	return event, nil
}

// Audio is a response's bytes while they arrive. It is an io.ReadCloser.
type Audio struct {
	ContentType string
	Meta        Meta

	body  io.ReadCloser
	watch *watch
}

// Read reads what has arrived. Its errors are of type Error, except io.EOF.
func (a *Audio) Read(into []byte) (int, error) {
	a.watch.timer.Reset(a.watch.timeout)
	count, err := a.body.Read(into)
	a.watch.timer.Stop()
	if err != nil && err != io.EOF {
		err = a.watch.explain(err)
	}
	return count, err
}

// Close ends the response, also before all of it was read.
func (a *Audio) Close() error {
	err := a.body.Close()
	a.watch.stop()
	return err
}

// unreadableError is what reading the caller's own file returned.
type unreadableError struct{ cause error }

func (e *unreadableError) Error() string { return e.cause.Error() }

type sourceReader struct{ io.Reader }

func (s sourceReader) Read(into []byte) (int, error) {
	count, err := s.Reader.Read(into)
	if err != nil && err != io.EOF {
		err = &unreadableError{err}
	}
	return count, err
}

// payload is what is sent; size is -1 where it is not known. open is nil for what can be sent once only.
type payload struct {
	contentType string
	size        int64
	open        func() (io.Reader, error)
	once        io.Reader
}

func jsonOf(body any) (*payload, error) {
	if fields, isBody := body.(Body); body == nil || isBody && fields == nil {
		return nil, nil
	}
	data, err := json.Marshal(body)
	open := func() (io.Reader, error) { return bytes.NewReader(data), nil }
	return &payload{contentType: "application/json", size: int64(len(data)), open: open}, err
}

// formOf is a form with one file, which is read while it is sent.
func formOf(file io.Reader, filename string, fields Body) (*payload, error) {
	var around bytes.Buffer
	form := multipart.NewWriter(&around)
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		items, isList := fields[name].([]string)
		if !isList {
			text, err := textOf(fields[name])
			if err != nil {
				return nil, err
			}
			items = []string{text}
		}
		for _, item := range items {
			if err := form.WriteField(name, item); err != nil {
				return nil, err
			}
		}
	}
	if named, isNamed := file.(interface{ Name() string }); isNamed && filename == "" {
		filename = filepath.Base(named.Name())
	}
	if _, err := form.CreateFormFile("file", first(filename, "audio")); err != nil {
		return nil, err
	}
	headSize := around.Len()
	if err := form.Close(); err != nil {
		return nil, err
	}
	head, end := around.Bytes()[:headSize], around.Bytes()[headSize:]
	wrap := func(file io.Reader) io.Reader {
		return io.MultiReader(bytes.NewReader(head), sourceReader{file}, bytes.NewReader(end))
	}
	body := &payload{contentType: form.FormDataContentType(), size: -1, once: wrap(file)}
	if seeker, isSeeker := file.(io.Seeker); isSeeker {
		start, err := seeker.Seek(0, io.SeekCurrent)
		if err != nil {
			return body, nil // A pipe, although it is an *os.File.
		}
		last, err := seeker.Seek(0, io.SeekEnd)
		if err != nil {
			return nil, err
		}
		body.size = int64(around.Len()) + last - start
		body.open = func() (io.Reader, error) {
			_, err := seeker.Seek(start, io.SeekStart)
			return wrap(io.LimitReader(file, last-start)), err
		}
	}
	return body, nil
}

func textOf(value any) (string, error) {
	switch known := value.(type) {
	case string:
		return known, nil
	default:
		data, err := json.Marshal(value)
		return string(data), err
	}
}

type withMeta interface{ setMeta(Meta) }

func fetch[Result any](
	ctx context.Context, c *Client, method, path string, query Query, body any, options []Option,
) (*Result, error) {
	sent, err := jsonOf(body)
	if err != nil {
		return nil, err
	}
	data, header, err := c.read(ctx, method, withQuery(path, query), sent, options)
	if err != nil {
		return nil, err
	}
	return decode[Result](data, header)
}

func decode[Result any](data []byte, header http.Header) (*Result, error) {
	result := new(Result)
	if len(data) > 0 {
		if err := json.Unmarshal(data, result); err != nil {
			message := "The response is not the expected JSON."
			return nil, &Error{Kind: KindAPI, Message: message, RequestID: header.Get("X-Request-Id"), Cause: err}
		}
	}
	if known, isKnown := any(result).(withMeta); isKnown {
		known.setMeta(metaOf(header))
	}
	return result, nil
}

func value(body *Body, err error) (Body, error) {
	if err != nil {
		return nil, err
	}
	return *body, nil
}

func (c *Client) list(ctx context.Context, path, name string) ([]Body, error) {
	var rows []Body
	pages := c.Pages(path, name, nil)
	for pages.Next(ctx) {
		rows = append(rows, pages.Row())
	}
	return rows, pages.Err()
}

func (c *Client) open(ctx context.Context, method, path string, body *payload, options []Option) (*Audio, error) {
	var audio *Audio
	err := c.send(ctx, method, path, body, options, func(response *http.Response, watch *watch) error {
		watch.timer.Stop()
		header := response.Header
		audio = &Audio{header.Get("Content-Type"), metaOf(header), response.Body, watch}
		return nil
	})
	return audio, err
}

func (c *Client) read(
	ctx context.Context, method, path string, body *payload, options []Option,
) (data []byte, header http.Header, err error) {
	err = c.send(ctx, method, path, body, options, func(response *http.Response, watch *watch) error {
		defer watch.stop()
		defer response.Body.Close()
		var err error
		header = response.Header
		data, err = io.ReadAll(response.Body)
		return err
	})
	return data, header, err
}

// send calls read with a response below 300; read stops the watch over its body.
func (c *Client) send(
	ctx context.Context, method, path string, body *payload, options []Option,
	read func(*http.Response, *watch) error,
) error {
	own := &call{headers: http.Header{}, timeout: c.timeout, maxRetries: c.maxRetries}
	own.headers.Set("User-Agent", "vang-go/"+Version)
	if method == "POST" && isIdempotent(path) {
		own.headers.Set("Idempotency-Key", newKey())
	}
	for _, option := range options {
		option(own)
	}
	if own.timeout == 0 {
		own.timeout = 60 * time.Second
		if path == "/stt" {
			own.timeout = 300 * time.Second
		}
	}
	address := path
	if strings.HasPrefix(path, "/") {
		address = c.base + path
	}
	if c.key != "" && own.headers.Get("X-Api-Key") == "" && sameOrigin(address, c.base) {
		own.headers.Set("X-Api-Key", c.key)
	}
	isSafe := method == "GET" || method == "HEAD" || method == "DELETE" || own.headers.Get("Idempotency-Key") != ""
	canRepeat := isSafe && (body == nil || body.open != nil)
	for done := 0; ; done++ {
		err := c.try(ctx, method, address, body, own, read)
		var failed *Error
		if err == nil || !canRepeat || done >= own.maxRetries || !errors.As(err, &failed) || !failed.isTemporary() {
			return err
		}
		jitter := 0.8 + 0.4*mathrand.Float64()
		backoff := time.Duration(float64(500*time.Millisecond) * math.Pow(2, float64(done)) * jitter)
		if err := pause(ctx, waitOr(failed.RetryAfter, backoff)); err != nil {
			return err
		}
	}
}

func (c *Client) try(
	ctx context.Context, method, address string, body *payload, own *call, read func(*http.Response, *watch) error,
) error {
	watch := startWatch(ctx, own.timeout)
	response, err := c.exchange(watch.ctx, method, address, body, own.headers)
	if err == nil && response.StatusCode >= 300 {
		defer watch.stop()
		defer response.Body.Close()
		return errorOf(response)
	}
	if err == nil {
		err = read(response, watch)
	}
	if err != nil {
		defer watch.stop()
		return watch.explain(err)
	}
	return nil
}

func (c *Client) exchange(
	ctx context.Context, method, address string, body *payload, headers http.Header,
) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		content = body.once
		if body.open != nil {
			var err error
			if content, err = body.open(); err != nil {
				return nil, err
			}
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return nil, err
	}
	for name, values := range headers {
		request.Header[name] = values
	}
	if body != nil {
		request.Header.Set("Content-Type", body.contentType)
		request.ContentLength = body.size
	}
	return c.http.Do(request)
}

func errorOf(response *http.Response) *Error {
	failed := &Error{}
	data, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if json.Unmarshal(data, failed) != nil || failed.Code == "" {
		failed = &Error{Message: "HTTP " + response.Status, Retryable: isRetried(response.StatusCode)}
	}
	if location := response.Header.Get("Location"); response.StatusCode < 400 && location != "" {
		failed.Message = "The server redirects to " + location + ". Check BaseURL."
	}
	failed.Kind, failed.Status, failed.RetryAfter = KindAPI, response.StatusCode, retryAfter(response.Header)
	failed.RequestID = first(failed.RequestID, response.Header.Get("X-Request-Id"))
	return failed
}

// watch ends a try that takes too long.
type watch struct {
	ctx     context.Context
	caller  context.Context
	cancel  context.CancelFunc
	timeout time.Duration
	timer   *time.Timer
	expired chan struct{}
}

func startWatch(caller context.Context, timeout time.Duration) *watch {
	ctx, cancel := context.WithCancel(caller)
	w := &watch{ctx: ctx, caller: caller, cancel: cancel, timeout: timeout, expired: make(chan struct{})}
	w.timer = time.AfterFunc(timeout, func() {
		close(w.expired)
		cancel()
	})
	return w
}

func (w *watch) stop() {
	w.timer.Stop()
	w.cancel()
}

func (w *watch) explain(err error) error {
	isExpired := false
	select {
	case <-w.expired:
		isExpired = true
	default:
	}
	var unreadable *unreadableError
	switch {
	case errors.As(err, &unreadable):
		return unreadable.cause
	case isExpired || errors.Is(w.caller.Err(), context.DeadlineExceeded) || isTimeout(err):
		return &Error{Kind: KindTimeout, Message: "The server took too long to respond.", Retryable: true, Cause: err}
	case w.caller.Err() != nil:
		return &Error{Kind: KindAborted, Message: "The call was canceled.", Cause: err}
	}
	return &Error{Kind: KindConnection, Message: "The connection failed: " + err.Error(), Retryable: true, Cause: err}
}

func isTimeout(err error) bool {
	var failed net.Error
	return errors.As(err, &failed) && failed.Timeout()
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		kind := KindAborted
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			kind = KindTimeout
		}
		return &Error{Kind: kind, Message: "The call was canceled.", Cause: ctx.Err()}
	}
}

func waitOr(wait *time.Duration, otherwise time.Duration) time.Duration {
	if wait == nil {
		return otherwise
	}
	if *wait > longestWait {
		return longestWait
	}
	return *wait
}

func retryAfter(header http.Header) *time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		wait := time.Duration(seconds) * time.Second
		return &wait
	}
	if at, err := http.ParseTime(text); err == nil {
		wait := time.Until(at)
		if wait < 0 {
			wait = 0
		}
		return &wait
	}
	return nil
}

func withQuery(path string, query Query) string {
	if len(query) == 0 {
		return path
	}
	values := url.Values{}
	for name, value := range query {
		values.Set(name, value)
	}
	return path + "?" + values.Encode()
}

func sameOrigin(one, other string) bool {
	first, err := url.Parse(one)
	second, otherErr := url.Parse(other)
	return err == nil && otherErr == nil && originOf(first) == originOf(second)
}

func originOf(address *url.URL) string {
	port := address.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[address.Scheme]
	}
	return address.Scheme + "://" + strings.ToLower(address.Hostname()) + ":" + port
}

// escape makes JSON of ASCII alone, as a header needs it.
func escape(data []byte) string {
	var text strings.Builder
	for _, char := range string(data) {
		if char < 0x80 {
			text.WriteRune(char)
			continue
		}
		units := utf16.Encode([]rune{char})
		for _, unit := range units {
			fmt.Fprintf(&text, "\\u%04x", unit)
		}
	}
	return text.String()
}

func newKey() string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return hex.EncodeToString(random)
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
