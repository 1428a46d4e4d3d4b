import { type CodeRequest, headersOf, methodOf, pretty, quoted } from "./request";

/** Go has no escape in a raw string, so a text with a backtick is written as an ordinary one. */
const goText = (text: string): string => (text.includes("`") ? quoted(text) : `\`${text}\``);

export function go(request: CodeRequest): string {
  const { url, body, saveAs, isPublic } = request;
  const isFile = body && "file" in body;
  const imports = [
    "io",
    "net/http",
    "os",
    ...(isFile ? ["bytes", "mime/multipart"] : []),
    ...(body && !isFile ? ["strings"] : []),
  ];
  const headers = [
    ...(isPublic ? [] : [`"X-Api-Key", os.Getenv("VANG_API_KEY")`]),
    ...Object.entries(headersOf(request)).map(([name, value]) => `${quoted(name)}, ${quoted(value)}`),
    ...(isFile ? [`"Content-Type", form.FormDataContentType()`] : []),
  ];
  const content =
    body &&
    ("json" in body
      ? `	body := strings.NewReader(${goText(pretty(body.json))})\n`
      : `	body := &bytes.Buffer{}
	form := multipart.NewWriter(body)
${Object.entries(body.fields)
  .map(([name, value]) => `	form.WriteField(${quoted(name)}, ${quoted(value)})\n`)
  .join("")}	file, err := os.Open(${quoted(body.file)})
	if err != nil {
		panic(err)
	}
	part, _ := form.CreateFormFile("file", ${quoted(body.file)})
	io.Copy(part, file)
	form.Close()
`);
  const output = saveAs ? `	saved, _ := os.Create(${quoted(saveAs)})\n	defer saved.Close()\n` : "";
  return `// go run request.go
package main

import (
${imports
  .sort()
  .map((name) => `	"${name}"\n`)
  .join("")})

func main() {
${content ?? ""}	request, _ := http.NewRequest("${methodOf(request)}", ${quoted(url)}, ${body ? "body" : "nil"})
${headers.map((header) => `	request.Header.Set(${header})\n`).join("")}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
${output}	io.Copy(${saveAs ? "saved" : "os.Stdout"}, response.Body)
}`;
}

/** In a text block a backslash begins an escape. JSON never has three quotes in a row. */
const javaText = (json: object): string => `"""
            ${pretty(json, "            ").replaceAll("\\", "\\\\")}"""`;

const javaForm = ({ file, fields }: { file: string; fields: Record<string, string> }) =>
  `        var boundary = "vang" + java.util.UUID.randomUUID();
        var file = java.nio.file.Path.of(${quoted(file)});
        var start = new StringBuilder();
        java.util.Map.of(${Object.entries(fields)
          .map(([name, value]) => `${quoted(name)}, ${quoted(value)}`)
          .join(", ")}).forEach((name, value) -> start.append(
            "--" + boundary + "\\r\\nContent-Disposition: form-data; name=\\"" + name + "\\"\\r\\n\\r\\n" + value + "\\r\\n"));
        start.append("--" + boundary + "\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"");
        start.append(file + "\\"\\r\\n\\r\\n");
        var body = HttpRequest.BodyPublishers.concat(
            HttpRequest.BodyPublishers.ofString(start.toString()),
            HttpRequest.BodyPublishers.ofFile(file),
            HttpRequest.BodyPublishers.ofString("\\r\\n--" + boundary + "--\\r\\n"));
`;

export function java(request: CodeRequest): string {
  const { url, body, saveAs, isPublic } = request;
  const method = methodOf(request);
  const content =
    body &&
    ("json" in body
      ? `        var body = HttpRequest.BodyPublishers.ofString(${javaText(body.json)});\n`
      : javaForm(body));
  const headers = [
    ...(isPublic ? [] : [`"X-Api-Key", System.getenv("VANG_API_KEY")`]),
    ...Object.entries(headersOf(request)).map(([name, value]) => `${quoted(name)}, ${quoted(value)}`),
    ...(body && "file" in body ? [`"Content-Type", "multipart/form-data; boundary=" + boundary`] : []),
  ];
  const sent = body ? "body" : "HttpRequest.BodyPublishers.noBody()";
  const handler = saveAs ? `ofFile(java.nio.file.Path.of(${quoted(saveAs)}))` : "ofString()";
  return `// java Request.java
import java.net.URI;
import java.net.http.*;

public class Request {
    public static void main(String[] arguments) throws Exception {
${content ?? ""}        var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))
${headers.map((header) => `            .header(${header})\n`).join("")}            ${method === "GET" ? ".GET()" : `.method("${method}", ${sent})`}
            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.${handler});
        System.out.println(response.${saveAs ? "statusCode()" : "body()"});
    }
}`;
}

export function csharp(request: CodeRequest): string {
  const { url, body, saveAs, isPublic, headers = {} } = request;
  const method = methodOf(request);
  const content =
    body &&
    ("json" in body
      ? `var body = new StringContent("""
    ${pretty(body.json, "    ")}
    """, System.Text.Encoding.UTF8, "application/json");
`
      : `var body = new MultipartFormDataContent();
${Object.entries(body.fields)
  .map(([name, value]) => `body.Add(new StringContent(${quoted(value)}), ${quoted(name)});\n`)
  .join("")}body.Add(new StreamContent(File.OpenRead(${quoted(body.file)})), "file", ${quoted(body.file)});
`);
  const sent = [
    ...(isPublic ? [] : [`"X-Api-Key", Environment.GetEnvironmentVariable("VANG_API_KEY")`]),
    ...Object.entries(headers).map(([name, value]) => `${quoted(name)}, ${quoted(value)}`),
  ];
  const name = `${method.charAt(0)}${method.slice(1).toLowerCase()}`;
  return `// Program.cs of a console application (.NET 8): dotnet run
${content ?? ""}using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.${name}, ${quoted(url)})${body ? " { Content = body }" : ""};
${sent.map((header) => `request.Headers.Add(${header});\n`).join("")}var response = await client.SendAsync(request);
${
  saveAs
    ? `await File.WriteAllBytesAsync(${quoted(saveAs)}, await response.Content.ReadAsByteArrayAsync());`
    : "Console.WriteLine(await response.Content.ReadAsStringAsync());"
}`;
}
