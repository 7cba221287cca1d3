package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Applies a file of definitions. */
@Command(
        name = "apply",
        description = {
            "Creates or replaces agents, bots, bindings and schedules of a file; equal ones are unchanged.",
            "Exit code 0: applied; 1: refused; 3: Agent Host is not running."
        },
        mixinStandardHelpOptions = true)
final class ApplyCommand extends DefinitionFileCommand {
    @Override
    String request(String name, boolean isDryRun) {
        return "/api/v1/apply?dry_run=" + isDryRun;
    }

    @Override
    void show(JsonNode report, PrintWriter out) {
        if (report.path("dry_run").asBoolean()) {
            out.println("Nothing is written; this would be the effect:");
        }
        for (JsonNode item : report.path("items")) {
            out.printf(
                    "%-8s %s  %s%n",
                    item.path("kind").asText(),
                    item.path("id").asText(),
                    item.path("action").asText());
        }
    }
}
