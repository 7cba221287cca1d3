package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * An agent controlled by the messages it receives, over the Agent Client Protocol on its standard streams, as a separate process.
 */
public final class ScriptedAgent {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final List<String> able;
    private Path cwd = Path.of("");
    private String session = "";
    private JsonNode server = JSON.createObjectNode();

    private ScriptedAgent(List<String> able) {
        this.able = able;
    }

    public static void main(String[] args) throws Exception {
        System.err.println("scripted agent is up");
        new ScriptedAgent(List.of(args)).serve();
    }

    private void serve() throws Exception {
        for (JsonNode message = next(); message != null; message = next()) {
            JsonNode id = message.path("id");
            JsonNode params = message.path("params");
            switch (message.path("method").asText()) {
                case "initialize" -> initialized(id);
                case "session/new" -> {
                    if (able.contains("locked")) {
                        refuse(id, -32000, "Authentication required");
                    } else {
                        begin(params);
                        session = "s" + System.nanoTime();
                        answer(id, JSON.createObjectNode().put("sessionId", session));
                    }
                }
                case "session/load", "session/resume" -> {
                    begin(params);
                    session = params.path("sessionId").asText();
                    if (able.contains("broken-load")) {
                        System.exit(9);
                    }
                    if (!Files.exists(kept())) {
                        refuse(id, -32002, "no such session");
                    } else {
                        if (message.path("method").asText().equals("session/load")) {
                            for (String said : Files.readAllLines(kept())) {
                                say("replayed " + said);
                            }
                        }
                        answer(id, JSON.createObjectNode());
                    }
                }
                case "session/prompt" -> prompted(id, params.path("prompt"));
                default -> {
                    if (!id.isMissingNode()) {
                        refuse(id, -32601, "no such method");
                    }
                }
            }
        }
    }

    private void initialized(JsonNode id) throws IOException {
        if (able.contains("mute")) {
            return;
        }
        ObjectNode answer = JSON.createObjectNode().put("protocolVersion", able.contains("v2") ? 2 : 1);
        ObjectNode capabilities = answer.putObject("agentCapabilities").put("loadSession", able.contains("load"));
        capabilities.putObject("promptCapabilities").put("image", able.contains("image"));
        capabilities.putObject("mcpCapabilities").put("http", able.contains("http"));
        if (able.contains("resume")) {
            capabilities.putObject("sessionCapabilities").putObject("resume");
        }
        answer(id, answer);
    }

    private void begin(JsonNode params) {
        cwd = Path.of(params.path("cwd").asText());
        server = params.at("/mcpServers/0");
    }

    private void prompted(JsonNode id, JsonNode blocks) throws Exception {
        String text = "";
        for (JsonNode block : blocks) {
            if (block.path("type").asText().equals("text")) {
                text = block.path("text").asText();
            }
        }
        Files.createDirectories(kept().getParent());
        List<String> before = Files.exists(kept()) ? Files.readAllLines(kept()) : List.of();
        List<String> now = new ArrayList<>(before);
        now.add(text.lines().findFirst().orElse(""));
        Files.write(kept(), now);
        String[] words = text.split(" ", 3);
        String stop = "end_turn";
        switch (words[0]) {
            case "say" -> {
                for (String word : text.substring(4).split("(?<= )")) {
                    say(word);
                }
            }
            case "before" -> say(before.toString());
            case "blocks" -> say(blocks.toString());
            case "tools" -> {
                List<String> names = new ArrayList<>();
                mcp("tools/list", JSON.createObjectNode())
                        .at("/result/tools")
                        .forEach(tool -> names.add(tool.path("name").asText()));
                say(String.join(",", names));
            }
            case "tool" -> tool(words[1], JSON.readTree(words[2]));
            case "mcp" -> {
                Path file = cwd.resolve(".mcp.json");
                say(server.isMissingNode() + " " + (Files.exists(file) ? Files.readString(file) : "no file"));
            }
            case "leak" -> Files.writeString(Path.of(words[1]), server.toString());
            case "ask" -> say(permission(words[1], words[2]));
            case "wait" -> {
                say("waiting");
                while (!next().path("method").asText().equals("session/cancel")) {
                    continue;
                }
                Files.writeString(cwd.resolve("was-cancelled"), "yes");
                stop = "cancelled";
            }
            case "hold" -> {
                say("holding");
                while (!Files.exists(Path.of(words[1]))) {
                    Thread.sleep(20);
                }
            }
            case "deaf" -> {
                Process child = new ProcessBuilder("sleep", "600").start();
                Files.writeString(Path.of(words[1]), String.valueOf(child.pid()));
                say("deaf");
                Thread.sleep(600_000);
            }
            case "crash" -> {
                System.err.println("a person said " + text);
                say("half an ans");
                System.exit(7);
            }
            case "garbage" -> {
                OUT.println("Welcome to the agent!");
                OUT.println("{\"jsonrpc\":");
                OUT.println("[1,2]");
                OUT.println("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
                say("still here");
            }
            case "noise" -> {
                while (true) {
                    OUT.println("noise");
                }
            }
            case "endless" -> {
                while (true) {
                    say("and so on ".repeat(10_000));
                }
            }
            case "longline" -> {
                while (true) {
                    OUT.print("x".repeat(65_536));
                }
            }
            case "env" -> say(String.join(",", new TreeSet<>(System.getenv().keySet())));
            case "stop" -> stop = words[1];
            case "file" -> say(fs());
            case "foreign" -> {
                update("s-of-another", "agent_message_chunk", "not for you");
                update(session, "agent_thought_chunk", "hm");
                say("mine");
            }
            case "error" -> {
                refuse(id, -32603, "Internal error with " + System.getenv("SCRIPTED_SECRET"));
                return;
            }
            default -> say("?");
        }
        answer(id, JSON.createObjectNode().put("stopReason", stop));
    }

    private void tool(String name, JsonNode arguments) throws Exception {
        ObjectNode call =
                JSON.createObjectNode().put("sessionUpdate", "tool_call").put("toolCallId", "c1");
        call.put("title", name).put("kind", "other").put("status", "pending").set("rawInput", arguments);
        updated(session, call);
        ObjectNode params = JSON.createObjectNode().put("name", name);
        JsonNode answer = mcp("tools/call", params.set("arguments", arguments));
        ObjectNode done =
                JSON.createObjectNode().put("sessionUpdate", "tool_call_update").put("toolCallId", "c1");
        boolean failed = answer.at("/result/isError").asBoolean(answer.has("error"));
        done.put("status", failed ? "failed" : "completed");
        String text = answer.has("error")
                ? answer.path("error").toString()
                : answer.at("/result/content/0/text").asText();
        done.putArray("content")
                .addObject()
                .put("type", "content")
                .putObject("content")
                .put("type", "text")
                .put("text", text);
        updated(session, done);
        say(text);
    }

    private String permission(String kind, String title) throws Exception {
        ObjectNode params = JSON.createObjectNode().put("sessionId", session);
        params.putObject("toolCall").put("toolCallId", "p1").put("kind", kind).put("title", title);
        for (String option : List.of("allow_once", "allow_always", "reject_once")) {
            params.withArray("options")
                    .addObject()
                    .put("optionId", "id-" + option)
                    .put("name", option)
                    .put("kind", option);
        }
        return ask("session/request_permission", params).at("/result/outcome").toString();
    }

    private String fs() throws Exception {
        ObjectNode params = JSON.createObjectNode().put("sessionId", session).put("path", "/etc/passwd");
        return ask("fs/read_text_file", params).path("error").path("code").asText();
    }

    private JsonNode ask(String method, ObjectNode params) throws Exception {
        ObjectNode request =
                JSON.createObjectNode().put("jsonrpc", "2.0").put("id", "a1").put("method", method);
        send(request.set("params", params));
        JsonNode answer = next();
        while (!answer.path("id").asText().equals("a1")) {
            answer = next();
        }
        return answer;
    }

    private JsonNode mcp(String method, JsonNode params) throws Exception {
        ObjectNode request =
                JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        request.set("params", params);
        if (server.path("type").asText().equals("http")) {
            HttpRequest post = HttpRequest.newBuilder(
                            URI.create(server.path("url").asText()))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("MCP-Protocol-Version", "2025-06-18")
                    .header(
                            server.at("/headers/0/name").asText(),
                            server.at("/headers/0/value").asText())
                    .POST(HttpRequest.BodyPublishers.ofString(request.toString()))
                    .build();
            return JSON.readTree(HttpClient.newHttpClient()
                    .send(post, HttpResponse.BodyHandlers.ofString())
                    .body());
        }
        List<String> command = new ArrayList<>(List.of(server.path("command").asText()));
        server.path("args").forEach(one -> command.add(one.asText()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        server.path("env").forEach(one -> builder.environment()
                .put(one.path("name").asText(), one.path("value").asText()));
        Process bridge = builder.start();
        try (var to = bridge.outputWriter();
                var from = bridge.inputReader()) {
            to.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n\n" + request + "\n");
            to.flush();
            return JSON.readTree(from.readLine());
        }
    }

    private Path kept() {
        return cwd.resolve("scripted").resolve(session);
    }

    private void say(String text) throws IOException {
        update(session, "agent_message_chunk", text);
    }

    private void update(String of, String kind, String text) throws IOException {
        ObjectNode update = JSON.createObjectNode().put("sessionUpdate", kind);
        update.putObject("content").put("type", "text").put("text", text);
        updated(of, update);
    }

    private void updated(String of, ObjectNode update) throws IOException {
        ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "session/update");
        message.putObject("params").put("sessionId", of).set("update", update);
        send(message);
    }

    private void answer(JsonNode id, ObjectNode result) throws IOException {
        ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        send(message.set("result", result));
    }

    private void refuse(JsonNode id, int code, String why) throws IOException {
        ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        message.putObject("error").put("code", code).put("message", why);
        send(message);
    }

    private static void send(JsonNode message) throws IOException {
        OUT.println(JSON.writeValueAsString(message));
        OUT.flush();
    }

    private JsonNode next() throws IOException {
        String line = in.readLine();
        return line == null ? null : JSON.readTree(line);
    }
}
