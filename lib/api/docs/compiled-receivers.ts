import type { CodeSample } from "./fence";

/** As `receiverSamples`. */
export const compiledReceivers = (port: number): CodeSample[] => [
  { language: "Go", highlight: "go", code: go(port) },
  { language: "Java", highlight: "java", code: java(port) },
  { language: "C#", highlight: "csharp", code: cSharp(port) },
];

const go = (port: number) => `// go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("VANG_WEBHOOK_SECRET"), "whsec_"))

func isValid(headers http.Header, body []byte) bool {
	sentAt, err := strconv.ParseInt(headers.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(sentAt, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), headers.Get("webhook-timestamp"), body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

func main() {
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil || !isValid(request.Header, body) {
			response.WriteHeader(400)
			return
		}
		// In production: skip a webhook-id that is in your database already.
		fmt.Println(string(body))
		response.WriteHeader(204)
	})
	panic(http.ListenAndServe(":${port}", nil))
}`;

const java = (port: number) => `// java Receiver.java
import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    static final byte[] KEY =
        Base64.getDecoder().decode(System.getenv("VANG_WEBHOOK_SECRET").replaceFirst("^whsec_", ""));

    static String header(Headers headers, String name) {
        var value = headers.getFirst(name);
        return value == null ? "" : value;
    }

    static boolean isValid(Headers headers, byte[] body) throws Exception {
        var sentAt = header(headers, "webhook-timestamp");
        if (!sentAt.matches("\\\\d{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(sentAt)) > 300) return false;
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        mac.update((header(headers, "webhook-id") + "." + sentAt + ".").getBytes(StandardCharsets.UTF_8));
        var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        for (var given : header(headers, "webhook-signature").split(" ")) {
            if (MessageDigest.isEqual(expected.getBytes(), given.getBytes())) return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(${port}), 0);
        server.createContext("/", exchange -> {
            var body = exchange.getRequestBody().readAllBytes();
            var status = 400;
            try {
                if (isValid(exchange.getRequestHeaders(), body)) status = 204;
            } catch (Exception error) {
                status = 500;
            }
            // In production: skip a webhook-id that is in your database already.
            if (status == 204) System.out.println(new String(body, StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }
}`;

const cSharp = (port: number) => `// dotnet new web, then replace Program.cs and dotnet run
using System.Security.Cryptography;
using System.Text;

var secret = Environment.GetEnvironmentVariable("VANG_WEBHOOK_SECRET")!;
var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret[6..] : secret);

bool IsValid(IHeaderDictionary headers, byte[] body)
{
    var sentAt = headers["webhook-timestamp"].ToString();
    if (!long.TryParse(sentAt, out var seconds)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300) return false;
    var start = Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{sentAt}.");
    var signature = HMACSHA256.HashData(key, [.. start, .. body]);
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(signature));
    return headers["webhook-signature"].ToString().Split(' ')
        .Any(given => CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(given)));
}

var app = WebApplication.Create(args);
app.MapPost("/{**path}", async (HttpRequest request) =>
{
    using var memory = new MemoryStream();
    await request.Body.CopyToAsync(memory);
    var body = memory.ToArray();
    if (!IsValid(request.Headers, body)) return Results.BadRequest();
    // In production: skip a webhook-id that is in your database already.
    Console.WriteLine(Encoding.UTF8.GetString(body));
    return Results.NoContent();
});
app.Run("http://localhost:${port}");`;
