import { type CodeRequest, pretty, quoted } from "./code-request";

/** Go has no escape in a raw string, so a text with a backtick is written as an ordinary one. */
const goText = (text: string): string => (text.includes("`") ? quoted(text) : `\`${text}\``);

export function go({ url, body }: CodeRequest): string {
  const isJson = "json" in body;
  const imports = isJson ? ["io", "net/http", "os", "strings"] : ["bytes", "io", "mime/multipart", "net/http", "os"];
  const content = isJson
    ? `	body := strings.NewReader(${goText(pretty(body.json))})
	contentType := "application/json"`
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
	contentType := form.FormDataContentType()`;
  return `// go run request.go
package main

import (
${imports.map((name) => `	"${name}"\n`).join("")})

func main() {
${content}
	request, _ := http.NewRequest("POST", ${quoted(url)}, body)
	request.Header.Set("X-Api-Key", os.Getenv("VANG_API_KEY"))
	request.Header.Set("Content-Type", contentType)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
}`;
}

/** In a text block a backslash begins an escape. JSON never has three quotes in a row. */
const javaText = (json: object): string => `"""
            ${pretty(json, "            ").replaceAll("\\", "\\\\")}"""`;

export function java({ url, body }: CodeRequest): string {
  const isJson = "json" in body;
  const content = isJson
    ? `        var type = "application/json";
        var body = HttpRequest.BodyPublishers.ofString(${javaText(body.json)});`
    : `        var boundary = "vang" + java.util.UUID.randomUUID();
        var type = "multipart/form-data; boundary=" + boundary;
        var file = java.nio.file.Path.of(${quoted(body.file)});
        var start = new StringBuilder();
        java.util.Map.of(${Object.entries(body.fields)
          .map(([name, value]) => `${quoted(name)}, ${quoted(value)}`)
          .join(", ")}).forEach((name, value) -> start.append(
            "--" + boundary + "\\r\\nContent-Disposition: form-data; name=\\"" + name + "\\"\\r\\n\\r\\n" + value + "\\r\\n"));
        start.append("--" + boundary + "\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"");
        start.append(file + "\\"\\r\\n\\r\\n");
        var body = HttpRequest.BodyPublishers.concat(
            HttpRequest.BodyPublishers.ofString(start.toString()),
            HttpRequest.BodyPublishers.ofFile(file),
            HttpRequest.BodyPublishers.ofString("\\r\\n--" + boundary + "--\\r\\n"));`;
  return `// java Request.java
import java.net.URI;
import java.net.http.*;

public class Request {
    public static void main(String[] arguments) throws Exception {
${content}
        var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))
            .header("X-Api-Key", System.getenv("VANG_API_KEY"))
            .header("Content-Type", type)
            .POST(body)
            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.body());
    }
}`;
}

export function csharp({ url, body }: CodeRequest): string {
  const content =
    "json" in body
      ? `var body = new StringContent("""
    ${pretty(body.json, "    ")}
    """, System.Text.Encoding.UTF8, "application/json");`
      : `var body = new MultipartFormDataContent();
${Object.entries(body.fields)
  .map(([name, value]) => `body.Add(new StringContent(${quoted(value)}), ${quoted(name)});\n`)
  .join("")}body.Add(new StreamContent(File.OpenRead(${quoted(body.file)})), "file", ${quoted(body.file)});`;
  return `// Program.cs of a console application (.NET 8): dotnet run
${content}
using var client = new HttpClient();
client.DefaultRequestHeaders.Add("X-Api-Key", Environment.GetEnvironmentVariable("VANG_API_KEY"));
var response = await client.PostAsync(${quoted(url)}, body);
Console.WriteLine(await response.Content.ReadAsStringAsync());`;
}
