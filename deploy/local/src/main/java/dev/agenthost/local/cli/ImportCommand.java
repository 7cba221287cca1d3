package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
                "The file has a pipeline's configuration, a pipeline, a list of them,",
                "or an object with pipelines and bots.",
                "Existing ones are unchanged: a second import creates nothing twice.",
                "Exit code 0: imported; 1: refused; 3: Agent Host is not running."
            },
            mixinStandardHelpOptions = true)
    static final class LangBot extends DefinitionFileCommand {
        @Option(names = "--bot", paramLabel = "B", description = "The bot of a single pipeline that has none.")
        private @Nullable String bot;

        @Override
        String request(String name, boolean isDryRun) {
            return "/api/v1/import/langbot?dry_run=" + isDryRun + "&name=" + encoded(name)
                    + (bot == null ? "" : "&bot_id=" + encoded(bot));
        }

        @Override
        void show(JsonNode report, PrintWriter out) {
            if (report.path("dry_run").asBoolean()) {
                out.println("Nothing is written; this would be created:");
            }
            for (JsonNode agent : report.path("agents")) {
                out.printf(
                        "agent    %s  %s  %s  %s%n",
                        agent.path("agent_id").asText(),
                        agent.path("runner_id").asText(),
                        agent.path("action").asText(),
                        agent.path("enabled").asBoolean() ? "enabled" : "disabled");
                for (JsonNode binding : agent.path("bindings")) {
                    out.printf(
                            "binding  %s  bot %s  %s  %s%n",
                            binding.path("binding_id").asText(),
                            binding.path("bot_id").asText(),
                            binding.path("action").asText(),
                            binding.path("enabled").asBoolean() ? "enabled" : "disabled");
                }
            }
            for (JsonNode finding : report.path("findings")) {
                out.printf(
                        "%-22s %s: %s%n",
                        finding.path("code").asText(),
                        finding.path("path").asText(),
                        finding.path("detail").asText());
            }
        }

        private static String encoded(String part) {
            return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
        }
    }
}
