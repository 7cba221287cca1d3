package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Imports the data of another system, over the public REST API. */
@Command(
        name = "import",
        description = "Imports definitions of another system.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = ImportCommand.LangBot.class)
final class ImportCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
        return CommandContext.FAILED;
    }

    @Command(
            name = "langbot",
            description = {
                "Creates agents and bindings from LangBot's pipelines and bots, and reports what is not imported.",
                "Existing ones are unchanged: a second import creates nothing twice.",
                "Exit code 0: imported; 1: refused; 3: Agent Host is not running."
            },
            mixinStandardHelpOptions = true)
    static final class LangBot implements Callable<Integer> {
        private static final int REFUSED = 400;
        private static final Duration LIMIT = Duration.ofSeconds(60);

        @Spec
        private @Nullable CommandSpec spec;

        @Parameters(
                paramLabel = "FILE",
                description = {
                    "JSON or YAML: a pipeline's configuration, a pipeline, a list of them,",
                    "or an object with pipelines and bots."
                })
        private Path file = Path.of("");

        @Option(names = "--dry-run", description = "Write nothing; print what would be created.")
        private boolean dryRun;

        @Option(names = "--bot", paramLabel = "B", description = "The bot of a single pipeline that has none.")
        private @Nullable String bot;

        @Option(names = "--json", description = "Print the report as JSON.")
        private boolean json;

        @Option(names = "--url", paramLabel = "URL", description = "The URL of an installation other than the box.")
        private @Nullable URI url;

        @Option(
                names = "--key",
                paramLabel = "KEY",
                defaultValue = "${env:AGENTHOST_KEY}",
                description = "An admin's key of that installation (default: of the variable AGENTHOST_KEY).")
        private @Nullable String key;

        @Override
        public Integer call() throws Exception {
            var door = url == null ? ofTheBox() : url;
            var shown = url == null ? keyOfTheBox() : key;
            if (door == null) {
                return complain(CommandContext.NOT_RUNNING, "Agent Host is not running. Start it with ./agenthost up");
            }
            if (shown == null || shown.isBlank()) {
                return complain(CommandContext.FAILED, "Put an admin's key into the variable AGENTHOST_KEY.");
            }
            byte[] body;
            try {
                body = Files.readAllBytes(file);
            } catch (NoSuchFileException e) {
                return complain(CommandContext.FAILED, "There is no file " + file + ".");
            }
            return send(door, shown, body);
        }

        private int send(URI door, String shown, byte[] body) throws IOException, InterruptedException {
            var name = file.getFileName().toString().replaceFirst("\\.[A-Za-z]+$", "");
            var query =
                    "?dry_run=" + dryRun + "&name=" + encoded(name) + (bot == null ? "" : "&bot_id=" + encoded(bot));
            var request = HttpRequest.newBuilder(door.resolve("/api/v1/import/langbot" + query))
                    .timeout(LIMIT)
                    .header("Authorization", "Bearer " + shown)
                    .header("Content-Type", isYaml() ? "application/yaml" : "application/json")
                    .POST(BodyPublishers.ofByteArray(body));
            try (var http = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(LIMIT)
                    .build()) {
                var response = http.send(request.build(), BodyHandlers.ofString());
                if (response.statusCode() >= REFUSED) {
                    return complain(CommandContext.FAILED, why(response.statusCode(), response.body()));
                }
                show(response.body());
                return CommandContext.OK;
            }
        }

        private static String why(int status, String body) {
            try {
                return ProtocolCodec.mapper().readTree(body).path("detail").asText("refused: " + status);
            } catch (IOException e) {
                return "refused: " + status;
            }
        }

        private void show(String body) throws IOException {
            if (json) {
                out().println(body);
                out().flush();
                return;
            }
            JsonNode report = ProtocolCodec.mapper().readTree(body);
            if (report.path("dry_run").asBoolean()) {
                out().println("Nothing is written; this would be created:");
            }
            for (JsonNode agent : report.path("agents")) {
                out().printf(
                                "agent    %s  %s  %s  %s%n",
                                agent.path("agent_id").asText(),
                                agent.path("runner_id").asText(),
                                agent.path("action").asText(),
                                agent.path("enabled").asBoolean() ? "enabled" : "disabled");
                for (JsonNode binding : agent.path("bindings")) {
                    out().printf(
                                    "binding  %s  bot %s  %s  %s%n",
                                    binding.path("binding_id").asText(),
                                    binding.path("bot_id").asText(),
                                    binding.path("action").asText(),
                                    binding.path("enabled").asBoolean() ? "enabled" : "disabled");
                }
            }
            for (JsonNode finding : report.path("findings")) {
                out().printf(
                                "%-22s %s: %s%n",
                                finding.path("code").asText(),
                                finding.path("path").asText(),
                                finding.path("detail").asText());
            }
            out().flush();
        }

        private boolean isYaml() {
            var name = file.toString().toLowerCase(Locale.ROOT);
            return name.endsWith(".yaml") || name.endsWith(".yml");
        }

        private static @Nullable URI ofTheBox() {
            return BoxState.ofRunning(CommandContext.layout())
                    .map(state -> URI.create("http://127.0.0.1:" + state.frontPort()))
                    .orElse(null);
        }

        private static @Nullable String keyOfTheBox() throws IOException {
            return KeysFile.open(CommandContext.layout().keys())
                    .map(keys -> keys.demoKey().key())
                    .orElse(null);
        }

        private static String encoded(String part) {
            return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
        }

        private int complain(int answer, String why) {
            var err = spec == null
                    ? new PrintWriter(System.err, true)
                    : spec.commandLine().getErr();
            err.println(why);
            err.flush();
            return answer;
        }

        private PrintWriter out() {
            return spec == null
                    ? new PrintWriter(System.out)
                    : spec.commandLine().getOut();
        }
    }
}
