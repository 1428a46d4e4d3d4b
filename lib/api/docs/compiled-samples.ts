import type { CodeSample, Example } from "./fence";

/** The quickstart as one program in each compiled language. */
export const compiledSamples = (example: Example): CodeSample[] => [
  { language: "Go", highlight: "go", code: go(example) },
  { language: "Java", highlight: "java", code: java(example) },
  { language: "C#", highlight: "csharp", code: cSharp(example) },
];

const go = ({ baseUrl, request }: Example) => `// go run hello.go
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"
	"time"
)

const url = "${baseUrl}"

type answer struct {
	AudioURL, Transcript, Code, Message, RequestID string
	Retryable                                      bool
}

var client = http.Client{Timeout: 10 * time.Minute}

// Retries after a lost connection and while the error is retryable, under the same Idempotency-Key.
func send(path, contentType string, body []byte) answer {
	key := make([]byte, 16)
	rand.Read(key)
	for attempt := 1; ; attempt++ {
		request, _ := http.NewRequest("POST", url+path, bytes.NewReader(body))
		request.Header.Set("X-Api-Key", os.Getenv("VANG_API_KEY"))
		request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))
		request.Header.Set("Content-Type", contentType)
		response, err := client.Do(request)
		if err != nil {
			if attempt > 5 {
				panic(err)
			}
			time.Sleep(1 << (attempt - 1) * time.Second)
			continue
		}
		var got answer
		json.NewDecoder(response.Body).Decode(&got)
		response.Body.Close()
		if response.StatusCode < 400 {
			return got
		}
		if !got.Retryable || attempt > 5 {
			panic(got.Code + ": " + got.Message + " (" + got.RequestID + ")")
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1 << (attempt - 1)
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

func main() {
	speech := send("/tts", "application/json", []byte(\`${JSON.stringify(request)}\`))
	response, err := http.Get(speech.AudioURL)
	if err != nil {
		panic(err)
	}
	audio, _ := io.ReadAll(response.Body)
	os.WriteFile("xin-chao.wav", audio, 0o644)

	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, _ := writer.CreateFormFile("file", "xin-chao.wav")
	part.Write(audio)
	writer.Close()
	fmt.Println(send("/stt", writer.FormDataContentType(), form.Bytes()).Transcript)
}`;

const java = ({ baseUrl, request }: Example) => `// java Hello.java (parse JSON with your library: this needs none)
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.*;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.*;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;

public class Hello {
    static final String BASE_URL = "${baseUrl}";
    static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static String field(String json, String name) {
        var found = Pattern.compile("\\"" + name + "\\":\\"(.*?)(?<!\\\\\\\\)\\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    // Retries after a lost connection and while the error is retryable, under the same Idempotency-Key.
    static String send(String path, String type, byte[] body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(BASE_URL + path))
            .header("X-Api-Key", System.getenv("VANG_API_KEY"))
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .header("Content-Type", type)
            .timeout(Duration.ofMinutes(10))
            .POST(BodyPublishers.ofByteArray(body)).build();
        for (var attempt = 1; ; attempt++) {
            HttpResponse<String> response;
            try {
                response = CLIENT.send(request, BodyHandlers.ofString());
            } catch (IOException lost) {
                if (attempt > 5) throw lost;
                Thread.sleep(1000L << (attempt - 1));
                continue;
            }
            if (response.statusCode() < 400) return response.body();
            if (!response.body().contains("\\"retryable\\":true") || attempt > 5) throw new Exception(response.body());
            var seconds = response.headers().firstValueAsLong("Retry-After").orElse(1L << (attempt - 1));
            Thread.sleep(seconds * 1000);
        }
    }

    public static void main(String[] args) throws Exception {
        var speech = send("/tts", "application/json", """
            ${JSON.stringify(request)}""".getBytes("UTF-8"));
        var audioUrl = URI.create(field(speech, "audioUrl"));
        var audio = CLIENT.send(HttpRequest.newBuilder(audioUrl).build(), BodyHandlers.ofByteArray()).body();
        Files.write(Path.of("xin-chao.wav"), audio);

        var form = new ByteArrayOutputStream();
        form.write(("--vang\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"xin-chao.wav\\"\\r\\n"
            + "Content-Type: audio/wav\\r\\n\\r\\n").getBytes());
        form.write(audio);
        form.write("\\r\\n--vang--\\r\\n".getBytes());
        System.out.println(field(send("/stt", "multipart/form-data; boundary=vang", form.toByteArray()), "transcript"));
    }
}`;

const cSharp = ({ baseUrl, request }: Example) => `// dotnet new console, then replace Program.cs and dotnet run
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

const string url = "${baseUrl}";
var client = new HttpClient { Timeout = TimeSpan.FromMinutes(10) };

// Retries after a lost connection and while the error is retryable, under the same Idempotency-Key.
async Task<JsonElement> Send(string path, Func<HttpContent> body)
{
    var key = Guid.NewGuid().ToString();
    for (var attempt = 1; ; attempt++)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, url + path) { Content = body() };
        request.Headers.Add("X-Api-Key", Environment.GetEnvironmentVariable("VANG_API_KEY"));
        request.Headers.Add("Idempotency-Key", key);
        HttpResponseMessage response;
        try { response = await client.SendAsync(request); }
        catch (HttpRequestException) when (attempt <= 5)
        {
            await Task.Delay(TimeSpan.FromSeconds(1 << (attempt - 1)));
            continue;
        }
        var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        if (response.IsSuccessStatusCode) return answer;
        if (!answer.GetProperty("retryable").GetBoolean() || attempt > 5)
            throw new Exception($"{answer.GetProperty("code")}: {answer.GetProperty("message")}");
        await Task.Delay(response.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1 << (attempt - 1)));
    }
}

var json = """${JSON.stringify(request)}""";
var speech = await Send("/tts", () => new StringContent(json, Encoding.UTF8, "application/json"));
var audio = await client.GetByteArrayAsync(speech.GetProperty("audioUrl").GetString());
await File.WriteAllBytesAsync("xin-chao.wav", audio);

var transcription = await Send("/stt", () =>
{
    var file = new ByteArrayContent(audio);
    file.Headers.ContentType = new MediaTypeHeaderValue("audio/wav");
    return new MultipartFormDataContent { { file, "file", "xin-chao.wav" } };
});
Console.WriteLine(transcription.GetProperty("transcript"));`;
