package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.check.RuleViolation;
import dev.agenthost.local.check.TopicRecord;
import dev.agenthost.local.check.TopicRules;
import dev.agenthost.local.kafka.ClientFile;
import dev.agenthost.local.kafka.TopicReader;
import dev.agenthost.local.settings.BoxKeys;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "check-topic",
        description = {
            "Reads a topic and prints the fault of each invalid record, by the rules of its consumers.",
            "Exit code 0: all records are valid; 1: some are invalid; 2: wrong options; 3: Agent Host is not running."
        },
        mixinStandardHelpOptions = true)
final class CheckTopicCommand implements Callable<Integer> {
    private static final int NOT_SO = 2;
    private static final int LONGEST_KEY = 80;
    private static final String BROKERS = "bootstrap.servers";
    private static final ClientFile.Reading NOTHING_SAID = new ClientFile.Reading.Settings(Map.of());
    /** A strong reference: a logger that is collected loses its level. */
    private static final Logger KAFKA = Logger.getLogger("org.apache.kafka");

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "TOPIC",
            description = "For instance agent.inbound.demo, agent.events or agent.inbound.demo.dlq.")
    private String topic = "";

    @ArgGroup
    private From from = new From();

    /** The position at which reading begins. */
    static final class From {
        @Option(names = "--from-beginning", description = "All records (the default).")
        private boolean beginning;

        @Option(names = "--last", paramLabel = "N", description = "Only the last N records of each partition.")
        private @Nullable Long last;
    }

    @Option(names = "--follow", description = "Follow new records until Ctrl-C.")
    private boolean follow;

    @Option(names = "--json", description = "One JSON object for each wrong record, and one with the counts.")
    private boolean json;

    @Option(
            names = "--workspace",
            paramLabel = "W",
            defaultValue = BoxKeys.DEMO,
            description = "Of an inbound topic: the workspace of its adapter (default: ${DEFAULT-VALUE}).")
    private String workspace = "";

    @Option(
            names = "--bots",
            paramLabel = "B",
            split = ",",
            defaultValue = "*",
            description = "Of an inbound topic: the bots of its adapter (default: ${DEFAULT-VALUE}).")
    private Set<String> bots = Set.of();

    @Option(
            names = "--broker",
            paramLabel = "HOST:PORT",
            description = "Another broker than the box's, or than the bootstrap.servers of --config.")
    private @Nullable String broker;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Settings of the Kafka client, for instance TLS and SASL: Java properties, as the Kafka tools'"
                            + " --command-config.")
    private @Nullable Path config;

    private long read;
    private long wrong;

    @Override
    public Integer call() {
        KAFKA.setLevel(Level.SEVERE);
        var rules = TopicRules.of(topic, workspace, bots);
        if (rules.isEmpty()) {
            return complain(NOT_SO, "The topic " + topic + " is not a topic of Agent Host.");
        }
        if (from.last != null && from.last < 1) {
            return complain(NOT_SO, "--last must be at least 1.");
        }
        return switch (config == null ? NOTHING_SAID : ClientFile.read(config)) {
            case ClientFile.Reading.Unreadable(String why) -> complain(NOT_SO, why);
            case ClientFile.Reading.Settings(Map<String, String> client) -> check(client, rules.get());
        };
    }

    private int check(Map<String, String> client, TopicRules rules) {
        var named = broker == null ? client.get(BROKERS) : broker;
        var address = named == null ? ofTheBox() : named;
        if (address == null) {
            return complain(
                    CommandContext.NOT_RUNNING,
                    "Agent Host is not running. Start it with ./agenthost up, or name a --broker.");
        }
        try (var reader = TopicReader.open(address, client, topic).orElse(null)) {
            return reader == null ? complain(NOT_SO, "There is no topic " + topic + ".") : check(reader, rules);
        } catch (IllegalArgumentException e) {
            return complain(NOT_SO, "No Kafka client can be made of these settings: " + firstLine(e));
        } catch (RuntimeException e) {
            return complain(NOT_SO, "The broker at " + address + " does not answer as it should: " + firstLine(e));
        } catch (OutOfMemoryError e) {
            return complain(NOT_SO, "The broker at " + address + " seems to require TLS: pass --config.");
        }
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private int check(TopicReader reader, TopicRules rules) {
        if (from.last == null) {
            reader.fromBeginning();
        } else {
            reader.last(from.last);
        }
        reader.untilNow(record -> judge(record, rules));
        if (follow) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::count, "count"));
            reader.follow(() -> !Thread.currentThread().isInterrupted(), record -> judge(record, rules));
        }
        count();
        return wrong == 0 ? CommandContext.OK : CommandContext.FAILED;
    }

    private void judge(TopicRecord record, TopicRules rules) {
        read++;
        Optional<RuleViolation> found = rules.check(record);
        found.ifPresent(wrongness -> {
            wrong++;
            show(record, wrongness);
        });
        if (found.isEmpty()) {
            rules.warnings(record).forEach(sentence -> show(record, RuleViolation.warning(sentence)));
        }
    }

    private void show(TopicRecord record, RuleViolation found) {
        out().println(json ? object(record, found).toString() : line(record, found));
        out().flush();
    }

    private void count() {
        out().println(
                        json
                                ? JsonNodeFactory.instance
                                        .objectNode()
                                        .put("read", read)
                                        .put("wrong", wrong)
                                        .toString()
                                : read + (read == 1 ? " record read, " : " records read, ") + wrong + " wrong");
        out().flush();
    }

    private static String line(TopicRecord record, RuleViolation found) {
        return record.position() + "  key " + shown(record.key()) + "  " + found.rule() + ": " + found.field() + " "
                + found.why();
    }

    private static ObjectNode object(TopicRecord record, RuleViolation found) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("position", record.position().toString())
                .put("key", record.key())
                .put("rule", found.rule())
                .put("field", found.field())
                .put("why", found.why());
    }

    /** Replaces control characters, since a key may contain any that its producer wrote, and shortens the key. */
    private static String shown(@Nullable String key) {
        if (key == null) {
            return "-";
        }
        var clean = key.replaceAll("\\p{Cntrl}", "?");
        return clean.length() <= LONGEST_KEY ? clean : clean.substring(0, LONGEST_KEY) + "…";
    }

    private static @Nullable String ofTheBox() {
        return BoxState.ofRunning(CommandContext.layout())
                .map(state -> "127.0.0.1:" + state.kafkaPort())
                .orElse(null);
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
        return spec == null ? new PrintWriter(System.out) : spec.commandLine().getOut();
    }
}
