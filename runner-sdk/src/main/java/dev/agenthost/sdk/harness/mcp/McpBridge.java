package dev.agenthost.sdk.harness.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Forwards messages between standard input and output and the tools of a run, one message a line. For harnesses that start their
 * MCP servers as processes. Address and token are in {@value #URL} and {@value #TOKEN}; it ends when its input does.
 */
public final class McpBridge {
    public static final String URL = "AGENTHOST_MCP_URL";
    public static final String TOKEN = "AGENTHOST_MCP_TOKEN";
    private static final int LONGEST_LINE = 4 * 1024 * 1024;

    private McpBridge() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        String url = environment.get(URL);
        String token = environment.get(TOKEN);
        if (url == null || token == null) {
            System.err.println(URL + " and " + TOKEN + " are not set");
            System.exit(2);
            return;
        }
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMinutes(5))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        try (InputStream in = new BufferedInputStream(System.in)) {
            for (byte[] line = line(in); line != null; line = line(in)) {
                if (line.length > 0) {
                    carry(
                            client,
                            request.copy()
                                    .POST(HttpRequest.BodyPublishers.ofByteArray(line))
                                    .build(),
                            out);
                }
            }
        }
    }

    private static void carry(HttpClient client, HttpRequest request, PrintStream out)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == 401) {
            System.err.println("the run has ended");
            System.exit(1);
        }
        if (!answer.body().isBlank()) {
            out.println(answer.body());
            out.flush();
        }
    }

    /** Returns null at the end of the input. */
    private static byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() >= LONGEST_LINE) {
                throw new IOException("a line has more than " + LONGEST_LINE + " bytes");
            }
            line.write(next);
        }
        return line.toByteArray();
    }
}
