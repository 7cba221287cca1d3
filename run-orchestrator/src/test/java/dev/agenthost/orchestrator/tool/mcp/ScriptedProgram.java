package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;

/** A scripted MCP server as a program: the name of the called tool selects its behaviour. */
public final class ScriptedProgram {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final ArrayNode CANCELLED = JSON.createArrayNode();

    private ScriptedProgram() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode frame = JSON.readTree(line);
            switch (frame.path("method").asText()) {
                case "initialize" ->
                    respond(
                            frame,
                            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"serverInfo\":{\"name\":\"program\"}}");
                case "tools/list" ->
                    respond(frame, "{\"tools\":[{\"name\":\"who\",\"inputSchema\":{\"type\":\"object\"}}]}");
                case "tools/call" -> called(frame);
                case "notifications/cancelled" -> CANCELLED.add(frame.at("/params/requestId"));
                default -> {}
            }
        }
    }

    private static void called(JsonNode frame) throws IOException, InterruptedException {
        JsonNode arguments = frame.at("/params/arguments");
        switch (frame.at("/params/name").asText()) {
            case "who" -> data(frame, self());
            case "echo" -> text(frame, arguments.path("text").asText());
            case "die" -> {
                if (arguments.has("note")) {
                    Files.writeString(
                            Path.of(arguments.path("note").asText()),
                            "x",
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND);
                }
                Runtime.getRuntime().halt(3);
            }
            case "deaf" -> {
                Files.createFile(Path.of(arguments.path("note").asText()));
                new CountDownLatch(1).await();
            }
            case "flood" -> {
                while (!OUT.checkError()) {
                    OUT.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
                }
            }
            case "endless" -> {
                while (!OUT.checkError()) {
                    OUT.print("x".repeat(10_000));
                }
            }
            case "mumble" -> {
                OUT.println("Starting up...");
                OUT.println("{\"id\":4711,\"result\":{}}");
                OUT.println("[[[");
                OUT.println();
                text(frame, "at last");
            }
            case "child" -> {
                Process child = new ProcessBuilder("/bin/sleep", "600").start();
                Files.createFile(Path.of("left"));
                data(frame, self().put("pid", child.pid()));
            }
            case "cancelled" -> {
                ObjectNode environment = JSON.createObjectNode();
                environment.set("ids", CANCELLED);
                data(frame, environment);
            }
            default -> {}
        }
    }

    private static ObjectNode self() {
        ObjectNode self =
                JSON.createObjectNode().put("pid", ProcessHandle.current().pid());
        ArrayNode variables = self.putArray("variables");
        new TreeSet<>(System.getenv().keySet()).forEach(variables::add);
        self.put("directory", Path.of("").toAbsolutePath().toString());
        String secret = System.getenv("SECRET");
        return self.put("secret", secret).put("length", secret.length());
    }

    private static void text(JsonNode frame, String text) throws IOException {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        respond(frame, result.toString());
    }

    private static void data(JsonNode frame, ObjectNode data) throws IOException {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content");
        result.set("structuredContent", data);
        respond(frame, result.toString());
    }

    private static void respond(JsonNode frame, String result) {
        OUT.println("{\"jsonrpc\":\"2.0\",\"id\":" + frame.path("id") + ",\"result\":" + result + "}");
    }
}
