package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.cli.InstallationOptions.BoxKey;
import dev.agenthost.local.cli.InstallationOptions.RefusedException;
import dev.agenthost.local.client.ApiClient;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.RecordPosition;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Operates dead letters over the public REST API. */
@Command(
        name = "dlq",
        description = "Counts, shows and redrives dead letters: records that no service could use.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DlqCommand.Listing.class, DlqCommand.Show.class, DlqCommand.Redrive.class})
final class DlqCommand implements Callable<Integer> {
    static final String PATH = "/api/v1/dead-letters";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
        return CommandContext.FAILED;
    }

    @Command(
            name = "list",
            description = {
                "Counts dead letters by topic and reason; with a topic, lists its dead letters, newest first.",
                "Answers the shell 0, or 1 when it was refused, or 3 when nothing is running."
            },
            mixinStandardHelpOptions = true)
    static final class Listing extends InstallationCommand {
        private static final int PAGE = 100;

        @Parameters(arity = "0..1", paramLabel = "TOPIC", description = "For instance agent.events.dlq.")
        private @Nullable String topic;

        @Option(names = "--reason", paramLabel = "REASON", description = "Only those of this reason.")
        private @Nullable String reason;

        @Option(names = "--status", paramLabel = "STATUS", description = "open, started or redriven.")
        private @Nullable String status;

        @Option(
                names = "--limit",
                paramLabel = "N",
                defaultValue = "50",
                description = "Most dead letters to list (default: ${DEFAULT-VALUE}).")
        private int limit;

        Listing() {
            super(BoxKey.HOST);
        }

        @Override
        int answer(PrintWriter out) throws RefusedException, IOException, InterruptedException {
            if (topic == null) {
                JsonNode summary = installation.get(PATH);
                if (json) {
                    out.println(summary.toPrettyString());
                } else {
                    DeadLetterTable.summary(summary, out);
                }
                return CommandContext.OK;
            }
            String query = PATH + "/" + ApiClient.encoded(topic) + "?limit=";
            String filter = parameter("reason", reason) + parameter("status", status);
            String cursor = "";
            int left = limit;
            if (!json) {
                DeadLetterTable.pageHeader(out);
            }
            do {
                JsonNode page = installation.get(query
                        + Math.clamp(left, 1, PAGE)
                        + filter
                        + (cursor.isEmpty() ? "" : parameter("cursor", cursor)));
                if (json) {
                    page.path("items").forEach(letter -> out.println(letter.toString()));
                } else {
                    DeadLetterTable.page(page, out);
                }
                left -= page.path("items").size();
                cursor = page.path("next_cursor").asText("");
            } while (left > 0 && !cursor.isEmpty());
            if (!json && !cursor.isEmpty()) {
                out.println("There are more: --limit " + 2 * limit);
            }
            return CommandContext.OK;
        }

        private static String parameter(String name, @Nullable String value) {
            return value == null ? "" : "&" + name + "=" + ApiClient.encoded(value);
        }
    }

    @Command(
            name = "show",
            description = {
                "Shows one dead letter with its headers and the beginning of its value.",
                "The value may be what a person wrote: the audit names the key that read it."
            },
            mixinStandardHelpOptions = true)
    static final class Show extends InstallationCommand {
        @Parameters(paramLabel = "POSITION", description = "As list shows it: agent.events.dlq/0@5.")
        private String position = "";

        Show() {
            super(BoxKey.HOST);
        }

        @Override
        int answer(PrintWriter out) throws RefusedException, IOException, InterruptedException {
            RecordPosition at;
            try {
                at = RecordPosition.parse(position);
            } catch (InvalidFieldException invalid) {
                throw new RefusedException(
                        CommandContext.FAILED,
                        position + " is no position. Write it as list does: agent.events.dlq/0@5");
            }
            JsonNode letter = installation.get(
                    PATH + "/" + ApiClient.encoded(at.topic()) + "/" + at.partition() + "/" + at.offset());
            if (json) {
                out.println(letter.toPrettyString());
            } else {
                DeadLetterTable.content(letter, out);
            }
            return CommandContext.OK;
        }
    }

    @Command(
            name = "redrive",
            description = {
                "Publishes dead letters of a topic to the topic they came from. Without --yes it shows which.",
                "Key, value, partition and headers are those of the original record."
            },
            mixinStandardHelpOptions = true)
    static final class Redrive extends InstallationCommand {
        @Parameters(index = "0", paramLabel = "TOPIC", description = "For instance agent.events.dlq.")
        private String topic = "";

        @Parameters(
                index = "1..*",
                arity = "0..*",
                paramLabel = "POSITION",
                description = "0@5, 0@5-9 or 0@5- (default: every open dead letter).")
        private @Nullable List<String> positions;

        @Option(names = "--reason", paramLabel = "REASON", description = "Only those of this reason.")
        private @Nullable String reason;

        @Option(names = "--dry-run", description = "Shows what would be redriven; so it is without --yes.")
        private boolean dryRun;

        @Option(names = "--yes", description = "Redrives.")
        private boolean yes;

        @Option(
                names = "--repeat",
                description =
                        "Also those that were redriven, or begun to. A record without an id becomes a second event.")
        private boolean repeat;

        Redrive() {
            super(BoxKey.HOST);
        }

        @Override
        int answer(PrintWriter out) throws RefusedException, IOException, InterruptedException {
            boolean shows = dryRun || !yes;
            ObjectNode order = ProtocolCodec.mapper().createObjectNode().put("dry_run", shows);
            if (reason != null) {
                order.put("reason", reason);
            }
            if (positions != null) {
                positions.forEach(order.withArray("positions")::add);
            }
            if (repeat) {
                order.put("repeat", true);
            }
            JsonNode report = installation.post(PATH + "/" + ApiClient.encoded(topic) + "/redrive", order);
            if (json) {
                out.println(report.toPrettyString());
            } else {
                print(report, shows, out);
            }
            return CommandContext.OK;
        }

        private static void print(JsonNode report, boolean shows, PrintWriter out) {
            if (report.path("items").isEmpty()) {
                out.println("There is nothing to redrive.");
                return;
            }
            DeadLetterTable.outcomes(report, out);
            if (shows) {
                out.println("Nothing was redriven. To redrive these, add --yes");
            } else {
                out.println(report.path("redriven").asText() + " redriven, redrive "
                        + report.path("redrive_id").asText());
            }
            if (report.path("more").asBoolean()) {
                out.println("There are more; the same command goes on with them.");
            }
        }
    }
}
