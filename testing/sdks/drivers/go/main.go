// Does what the suite of the SDKs asks for, through the SDK for Go: see testing/sdks/driver.ts.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"vang"
)

type object = map[string]any

type arguments struct {
	Path             string            `json:"path"`
	URL              string            `json:"url"`
	Body             json.RawMessage   `json:"body"`
	Fields           vang.Body         `json:"fields"`
	As               string            `json:"as"`
	Options          options           `json:"options"`
	Query            map[string]any    `json:"query"`
	Most             int               `json:"most"`
	PartBytes        int64             `json:"partBytes"`
	AfterMs          int               `json:"afterMs"`
	Headers          map[string]string `json:"headers"`
	Secret           any               `json:"secret"`
	ToleranceSeconds int64             `json:"toleranceSeconds"`
	NowSeconds       int64             `json:"nowSeconds"`
}

type options struct {
	IdempotencyKey string            `json:"idempotencyKey"`
	Metadata       map[string]string `json:"metadata"`
	Retention      string            `json:"retention"`
	MaxRetries     *int              `json:"maxRetries"`
}

func (o options) list() []vang.Option {
	var list []vang.Option
	if o.IdempotencyKey != "" {
		list = append(list, vang.WithIdempotencyKey(o.IdempotencyKey))
	}
	if o.Metadata != nil {
		list = append(list, vang.WithMetadata(o.Metadata))
	}
	if o.Retention != "" {
		list = append(list, vang.WithRetention(o.Retention))
	}
	if o.MaxRetries != nil {
		list = append(list, vang.WithMaxRetries(*o.MaxRetries))
	}
	return list
}

func (a arguments) body() vang.Body {
	var body vang.Body
	_ = json.Unmarshal(a.Body, &body)
	return body
}

func readWhole(audio *vang.Audio, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	defer audio.Close()
	hash, size := sha256.New(), 0
	var first, last time.Time
	buffer := make([]byte, 64<<10)
	for {
		count, err := audio.Read(buffer)
		if count > 0 {
			last = time.Now()
			if size == 0 {
				first = last
			}
			size += count
			hash.Write(buffer[:count])
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return object{
		"bytes": size, "sha256": hex.EncodeToString(hash.Sum(nil)), "firstByteBeforeEnd": last.Sub(first) > 100*time.Millisecond,
		"requestId": audio.Meta.RequestID, "trackingId": audio.Meta.TrackingID,
	}, nil
}

func tts(ctx context.Context, client *vang.Client, args arguments) (any, error) {
	speech, err := client.TTS(ctx, args.body(), args.Options.list()...)
	if err != nil {
		return nil, err
	}
	return object{
		"trackingId": speech.TrackingID, "audioUrl": speech.AudioURL, "requestId": speech.Meta.RequestID,
		"chargeVnd": speech.Meta.ChargeVnd, "isReplay": speech.Meta.Header.Get("Idempotent-Replayed") == "true",
	}, nil
}

func stt(ctx context.Context, client *vang.Client, args arguments) (any, error) {
	file, err := os.Open(args.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var reader io.Reader = file
	if args.As == "stream" {
		reader = io.MultiReader(file)
	}
	heard, err := client.STT(ctx, reader, filepath.Base(args.Path), args.Fields, args.Options.list()...)
	if err != nil {
		return nil, err
	}
	switch args.Fields["responseFormat"] {
	case "srt", "vtt", "text":
		return object{"text": heard.Transcript, "requestId": heard.Meta.RequestID}, nil
	}
	return object{
		"transcript": heard.Transcript, "trackingId": heard.TrackingID, "requestId": heard.Meta.RequestID,
		"chargeVnd": heard.Meta.ChargeVnd,
	}, nil
}

func upload(ctx context.Context, client *vang.Client, path string, partBytes int64) (*vang.Upload, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if partBytes > 0 {
		client.Uploads.PartBytes = partBytes
	}
	return client.Uploads.Create(ctx, file, info.Size(), filepath.Base(path))
}

func job(ctx context.Context, client *vang.Client, args arguments, line []byte) (any, error) {
	var command struct {
		Args vang.Body `json:"args"`
	}
	if err := json.Unmarshal(line, &command); err != nil {
		return nil, err
	}
	body := command.Args
	if args.Path != "" {
		sent, err := upload(ctx, client, args.Path, 0)
		if err != nil {
			return nil, err
		}
		body["uploadId"] = sent.UploadID
		delete(body, "path")
	}
	created, err := client.Jobs.Create(ctx, body)
	if err != nil {
		return nil, err
	}
	ended, err := client.Jobs.Wait(ctx, created.JobID, nil)
	if err != nil {
		return nil, err
	}
	found := object{"jobId": ended.JobID, "status": ended.Status, "chargeVnd": ended.ChargeVnd}
	if ended.Kind == "stt" && ended.Status == "succeeded" {
		heard, err := client.Transcription(ctx, ended.JobID)
		if err != nil {
			return nil, err
		}
		found["transcript"] = heard.Transcript
	}
	return found, nil
}

func history(ctx context.Context, client *vang.Client, args arguments) (any, error) {
	query := vang.Query{}
	for name, value := range args.Query {
		query[name] = fmt.Sprint(value)
	}
	ids := []any{}
	jobs := client.History(query)
	for (args.Most == 0 || len(ids) < args.Most) && jobs.Next(ctx) {
		ids = append(ids, jobs.Row()["trackingId"])
	}
	return object{"ids": ids}, jobs.Err()
}

func webhook(args arguments) (any, error) {
	var body string
	if err := json.Unmarshal(args.Body, &body); err != nil {
		return nil, err
	}
	header := http.Header{}
	for name, value := range args.Headers {
		header.Set(name, value)
	}
	var secrets []string
	switch known := args.Secret.(type) {
	case string:
		secrets = []string{known}
	case []any:
		for _, one := range known {
			secrets = append(secrets, fmt.Sprint(one))
		}
	}
	options := vang.VerifyOptions{Tolerance: time.Duration(args.ToleranceSeconds) * time.Second}
	if args.NowSeconds > 0 {
		options.Now = time.Unix(args.NowSeconds, 0)
	}
	event, err := vang.VerifyWebhook([]byte(body), header, secrets, options)
	if err != nil {
		return nil, err
	}
	return object{"type": event.Type, "id": event.ID}, nil
}

func keys(ctx context.Context, client *vang.Client, body vang.Body) (any, error) {
	made, err := client.Keys.Create(ctx, body)
	if err != nil {
		return nil, err
	}
	id := fmt.Sprint(made["id"])
	updated, err := client.Keys.Update(ctx, id, vang.Body{"name": fmt.Sprint(body["name"], " 2")})
	if err != nil {
		return nil, err
	}
	rotated, err := client.Keys.Rotate(ctx, id, time.Minute)
	if err != nil {
		return nil, err
	}
	found, err := client.Keys.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	isListed, all := false, client.Keys.List(vang.Query{"limit": "1"})
	for all.Next(ctx) {
		isListed = isListed || all.Row()["id"] == id
	}
	if err := all.Err(); err != nil {
		return nil, err
	}
	revoked, err := client.Keys.Revoke(ctx, id)
	return object{
		"id": id, "secret": made["secret"], "updated": updated["name"], "rotated": rotated["secret"],
		"status": found["status"], "listed": isListed, "revoked": revoked["revoked"],
	}, err
}

func listed(rows []vang.Body, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return object{"count": len(rows), "first": rows[0]}, nil
}

func run(what string, client *vang.Client, args arguments, line []byte) (any, error) {
	ctx := context.Background()
	switch what {
	case "tts":
		return tts(ctx, client, args)
	case "ttsStream":
		return readWhole(client.TTSStream(ctx, args.body(), args.Options.list()...))
	case "download":
		return readWhole(client.Download(ctx, args.URL))
	case "stt":
		return stt(ctx, client, args)
	case "preview":
		return client.Preview(ctx, args.body())
	case "voices":
		return listed(client.Voices(ctx))
	case "models":
		return listed(client.Models(ctx))
	case "balance":
		return client.Balance(ctx)
	case "history":
		return history(ctx, client, args)
	case "job":
		return job(ctx, client, args, line)
	case "upload":
		sent, err := upload(ctx, client, args.Path, args.PartBytes)
		if err != nil {
			return nil, err
		}
		return object{"uploadId": sent.UploadID}, nil
	case "keys":
		return keys(ctx, client, args.body())
	case "webhook":
		return webhook(args)
	case "get":
		body, err := client.Do(ctx, "GET", args.Path, nil, nil)
		return object{"body": body}, err
	case "abort":
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(time.Duration(args.AfterMs)*time.Millisecond, cancel)
		return client.TTS(ctx, args.body())
	}
	return nil, errors.New("unknown: " + what)
}

func describe(err error) object {
	var failed *vang.Error
	if !errors.As(err, &failed) {
		return object{"kind": "other", "message": err.Error()}
	}
	described := object{
		"kind": failed.Kind, "status": orNull(failed.Status), "code": orNull(failed.Code), "message": failed.Message,
		"messageVi": orNull(failed.MessageVi), "requestId": orNull(failed.RequestID), "param": orNull(failed.Param),
		"retryable": failed.Retryable, "retryAfterSeconds": nil,
	}
	if failed.RetryAfter != nil {
		described["retryAfterSeconds"] = failed.RetryAfter.Seconds()
	}
	return described
}

func orNull[Value comparable](value Value) any {
	var zero Value
	if value == zero {
		return nil
	}
	return value
}

func outcomeOf(line []byte) object {
	var command struct {
		ID     int    `json:"id"`
		Do     string `json:"do"`
		Client struct {
			APIKey     string `json:"apiKey"`
			BaseURL    string `json:"baseUrl"`
			MaxRetries *int   `json:"maxRetries"`
			TimeoutMs  int    `json:"timeoutMs"`
		} `json:"client"`
		Args arguments `json:"args"`
	}
	if err := json.Unmarshal(line, &command); err != nil {
		return object{"id": command.ID, "error": describe(err)}
	}
	given := command.Client
	client, err := vang.New(vang.Options{
		APIKey: given.APIKey, BaseURL: given.BaseURL, MaxRetries: given.MaxRetries,
		Timeout: time.Duration(given.TimeoutMs) * time.Millisecond,
	})
	if err != nil {
		return object{"id": command.ID, "error": describe(err)}
	}
	ok, err := run(command.Do, client, command.Args, line)
	if err != nil {
		return object{"id": command.ID, "error": describe(err)}
	}
	return object{"id": command.ID, "ok": ok}
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		data, err := json.Marshal(outcomeOf(line))
		if err != nil {
			panic(err)
		}
		fmt.Println(string(data))
	}
}
