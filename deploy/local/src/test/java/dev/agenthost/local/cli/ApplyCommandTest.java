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

/** Tests the command as it is typed, against an installation that answers as binding-resolver does. */
class ApplyCommandTest {
    @TempDir
    Path directory;

    private final List<String> requests = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private HttpServer server;
    private int status = 200;
    private String answer = """
            {"dry_run":false,"items":[{"kind":"agent","id":"helper","action":"created"},{"kind":"bot","id":"b","action":"unchanged"}]}""";

    @BeforeEach
    void listen() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
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
    void sendsTheFileAndPrintsTheEffects() throws Exception {
        Path file = Files.writeString(directory.resolve("bots.yml"), "bots: []");

        assertThat(type("apply", file.toString(), "--url", url(), "--key", "k")).isZero();

        assertThat(requests).containsExactly("POST /api/v1/apply?dry_run=false application/yaml Bearer k bots: []");
        assertThat(out.toString()).contains("agent    helper  created", "bot      b  unchanged");
    }

    @Test
    void aDryRunSaysThatNothingIsWrittenAndJsonIsTheReport() throws Exception {
        Path file = Files.writeString(directory.resolve("bots.json"), "{}");
        answer = answer.replace("false", "true");

        assertThat(type("apply", file.toString(), "--dry-run", "--url", url(), "--key", "k"))
                .isZero();
        assertThat(type("apply", file.toString(), "--dry-run", "--json", "--url", url(), "--key", "k"))
                .isZero();

        assertThat(requests)
                .allMatch(request -> request.startsWith("POST /api/v1/apply?dry_run=true application/json"));
        assertThat(out.toString()).contains("Nothing is written").contains(answer);
    }

    @Test
    void aRefusalIsPrinted() throws Exception {
        Path file = Files.writeString(directory.resolve("bots.json"), "{}");
        status = 400;
        answer = "{\"detail\":\"bots[0]: secrets.token is missing.\"}";

        assertThat(type("apply", file.toString(), "--url", url(), "--key", "k")).isEqualTo(1);
        assertThat(type("apply", "none.yaml", "--url", url(), "--key", "k")).isEqualTo(1);

        assertThat(err.toString()).contains("bots[0]: secrets.token is missing.", "There is no file none.yaml.");
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private int type(String... arguments) {
        return new CommandLine(new AgentHost())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
