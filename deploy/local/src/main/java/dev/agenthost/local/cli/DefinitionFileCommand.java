package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.cli.InstallationOptions.BoxKey;
import dev.agenthost.local.cli.InstallationOptions.RefusedException;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a file of definitions, to the workspace {@code demo} of the box or to that of a key, and prints the report. */
abstract class DefinitionFileCommand extends InstallationCommand {
    @Parameters(paramLabel = "FILE", description = "A file in JSON, or in YAML (.yaml, .yml).")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Write nothing; print what would be written.")
    private boolean dryRun;

    DefinitionFileCommand() {
        super(BoxKey.DEMO);
    }

    /** Returns the path of the request, with a query. @param name of the file, without its ending */
    abstract String request(String name, boolean isDryRun);

    abstract void show(JsonNode report, PrintWriter out);

    @Override
    int answer(PrintWriter out) throws RefusedException, IOException, InterruptedException {
        String name = file.getFileName().toString().replaceFirst("\\.[A-Za-z]+$", "");
        String report = installation.post(
                request(name, dryRun),
                BodyPublishers.ofByteArray(content()),
                isYaml() ? "application/yaml" : "application/json");
        if (json) {
            out.println(report);
        } else {
            show(ProtocolCodec.mapper().readTree(report), out);
        }
        return CommandContext.OK;
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
}
