package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** An MCP server as a process of its own, which adds. */
public final class CalculatorMcpServer {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CalculatorMcpServer() {}

    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CalculatorMcpServer.class.getName());
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode frame = JSON.readTree(line);
            String result =
                    switch (frame.path("method").asText()) {
                        case "initialize" ->
                            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"abacus\",\"version\":\"1\"}}";
                        case "tools/list" ->
                            "{\"tools\":[{\"name\":\"add\",\"description\":\"adds\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"integer\"}},\"required\":[\"a\",\"b\"]}}]}";
                        case "tools/call" -> sum(frame.at("/params/arguments"));
                        default -> "";
                    };
            if (!result.isEmpty()) {
                out.println("{\"jsonrpc\":\"2.0\",\"id\":" + frame.path("id") + ",\"result\":" + result + "}");
            }
        }
    }

    private static String sum(JsonNode numbers) {
        int sum = numbers.path("a").asInt() + numbers.path("b").asInt();
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + sum + "\"}],\"structuredContent\":{\"sum\":" + sum
                + "}}";
    }
}
