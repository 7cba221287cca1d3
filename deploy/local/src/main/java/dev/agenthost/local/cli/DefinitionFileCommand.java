package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.cli.InstallationOptions.RefusedException;
import dev.agenthost.local.settings.KeysFile;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends a file of definitions over the public REST API, to the workspace {@code demo} of the box or to that of a key, and prints the report. */
abstract class DefinitionFileCommand implements Callable<Integer> {
    private static final int REFUSED = 400;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "A file in JSON, or in YAML (.yaml, .yml).")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Write nothing; print what would be written.")
    private boolean dryRun;

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

    /** Returns the path of the request, with a query. @param name of the file, without its ending */
    abstract String request(String name, boolean isDryRun);

    abstract void show(JsonNode report, PrintWriter out);

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec == null
                ? new PrintWriter(System.out, true)
                : spec.commandLine().getOut();
        try {
            String report = send();
            if (json) {
                out.println(report);
            } else {
                show(ProtocolCodec.mapper().readTree(report), out);
            }
            return CommandContext.OK;
        } catch (RefusedException refusal) {
            PrintWriter err = spec == null
                    ? new PrintWriter(System.err, true)
                    : spec.commandLine().getErr();
            err.println(refusal.getMessage());
            err.flush();
            return refusal.answer();
        } finally {
            out.flush();
        }
    }

    private String send() throws RefusedException, IOException, InterruptedException {
        String name = file.getFileName().toString().replaceFirst("\\.[A-Za-z]+$", "");
        HttpRequest.Builder request = HttpRequest.newBuilder(address().resolve(request(name, dryRun)))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + secret())
                .header("Content-Type", isYaml() ? "application/yaml" : "application/json")
                .POST(BodyPublishers.ofByteArray(content()));
        try (var http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .build()) {
            var response = http.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() >= REFUSED) {
                throw new RefusedException(
                        CommandContext.FAILED, InstallationOptions.why(response.statusCode(), response.body()));
            }
            return response.body();
        }
    }

    private byte[] content() throws RefusedException, IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new RefusedException(CommandContext.FAILED, "There is no file " + file + ".");
        }
    }

    private boolean isYaml() {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }

    private URI address() throws RefusedException {
        return url != null
                ? url
                : BoxState.ofRunning(CommandContext.layout())
                        .map(state -> URI.create("http://127.0.0.1:" + state.frontPort()))
                        .orElseThrow(() -> new RefusedException(
                                CommandContext.NOT_RUNNING, "Agent Host is not running. Start it with ./agenthost up"));
    }

    private String secret() throws RefusedException, IOException {
        String shown = url != null
                ? key
                : KeysFile.open(CommandContext.layout().keys())
                        .map(keys -> keys.demoKey().key())
                        .orElse(null);
        if (shown == null || shown.isBlank()) {
            throw new RefusedException(CommandContext.FAILED, "Put an admin's key into the variable AGENTHOST_KEY.");
        }
        return shown;
    }
}
