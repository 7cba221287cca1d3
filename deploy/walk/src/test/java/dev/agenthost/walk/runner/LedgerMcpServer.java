package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An MCP server as a process of its own that writes each call into a file before it answers: what it has done survives every death. */
public final class LedgerMcpServer {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"mark\":{\"type\":\"string\"},\"step\":{\"type\":\"string\"},\"of\":{\"type\":\"array\"}},\"required\":[\"mark\",\"step\"]}";
    private static final int VERSES = 80;
    /** So that a death can find a call under way. */
    private static final int CALL_MILLIS = 60;

    private final Path ledger;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private LedgerMcpServer(Path ledger) {
        this.ledger = ledger;
    }

    static List<String> command(Path ledger) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LedgerMcpServer.class.getName(),
                ledger.toString());
    }

    public static void main(String[] arguments) throws IOException {
        LedgerMcpServer server = new LedgerMcpServer(Path.of(arguments[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode frame = JSON.readTree(line);
            Thread.startVirtualThread(() -> server.answer(frame));
        }
    }

    private void answer(JsonNode frame) {
        String result =
                switch (frame.path("method").asText()) {
                    case "initialize" ->
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"ledger\",\"version\":\"1\"}}";
                    case "tools/list" ->
                        "{\"tools\":[" + tool("note") + "," + tool("refuse") + "," + tool("recite") + "]}";
                    case "tools/call" -> call(frame.path("params"));
                    default -> "";
                };
        if (!result.isEmpty()) {
            synchronized (this) {
                out.println("{\"jsonrpc\":\"2.0\",\"id\":" + frame.path("id") + ",\"result\":" + result + "}");
            }
        }
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"description\":\"writes into the ledger\",\"inputSchema\":" + SCHEMA + "}";
    }

    private String call(JsonNode call) {
        JsonNode arguments = call.path("arguments");
        String step = arguments.path("step").asText();
        try {
            Files.writeString(
                    ledger,
                    arguments.path("mark").asText() + "|" + step + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            Thread.sleep(CALL_MILLIS);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        } catch (InterruptedException why) {
            Thread.currentThread().interrupt();
        }
        return switch (call.path("name").asText()) {
            case "refuse" -> content("refused", true);
            case "recite" ->
                content(
                        IntStream.rangeClosed(1, VERSES)
                                .mapToObj(verse -> "verse " + verse + ": " + "la".repeat(verse % 7 + 1))
                                .collect(Collectors.joining("\\n")),
                        false);
            default -> content(step, false);
        };
    }

    private static String content(String text, boolean isError) {
        return "{\"isError\":" + isError + ",\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
    }
}
