package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command as it is typed, against an installation that answers as binding-resolver does. */
class ImportCommandTest {
    private static final String REPORT = """
            {"dry_run":true,"agents":[{"agent_id":"langbot-1","name":"P","runner_id":"plugin:langbot/local-agent/default",
              "action":"created","enabled":false,"bindings":[{"binding_id":"langbot-b","bot_id":"b","action":"created","enabled":false}]}],
             "findings":[{"code":"runner_missing","path":"ai.runner","detail":"No runner was connected yet."}]}""";

    @TempDir
    Path directory;

    private final List<String> asked = new ArrayList<>();
    private HttpServer server;
    private int status = 200;

    private record Result(int answer, String out, String err) {}

    @BeforeEach
    void listen() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = (status == 200 ? REPORT : "{\"detail\":\"$ holds no pipeline of LangBot.\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void sendsTheFileAsWhatItIsAndPrintsTheReport() throws Exception {
        Path yaml = Files.writeString(directory.resolve("my bot.yaml"), "ai: {}");

        var said = type("import", "langbot", yaml.toString(), "--dry-run", "--bot", "b", "--url", url(), "--key", "k");

        assertThat(said.answer()).isZero();
        assertThat(asked)
                .containsExactly(
                        "POST /api/v1/import/langbot?dry_run=true&name=my%20bot&bot_id=b application/yaml ai: {}");
        assertThat(said.out())
                .contains(
                        "Nothing is written",
                        "agent    langbot-1  plugin:langbot/local-agent/default  created  disabled",
                        "binding  langbot-b  bot b  created  disabled",
                        "runner_missing         ai.runner: No runner was connected yet.");
    }

    @Test
    void saysWhyItWasRefusedAndWhatIsMissing() throws Exception {
        Path file = Files.writeString(directory.resolve("p.json"), "{}");
        status = 400;
        var refused = type("import", "langbot", file.toString(), "--url", url(), "--key", "k");
        assertThat(refused.answer()).isEqualTo(1);
        assertThat(refused.err()).contains("$ holds no pipeline of LangBot.");
        assertThat(asked.getFirst()).contains(" application/json ");

        var none = type("import", "langbot", directory.resolve("none.json").toString(), "--url", url(), "--key", "k");
        assertThat(none.answer()).isEqualTo(1);
        assertThat(none.err()).contains("There is no file");
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static Result type(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int answer = new CommandLine(new AgentHost())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Result(answer, out.toString(), err.toString());
    }
}
