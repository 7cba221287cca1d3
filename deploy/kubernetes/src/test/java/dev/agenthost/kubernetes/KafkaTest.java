package dev.agenthost.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.topic.Topics;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The topics, rights and consumer groups of the chart are those of the code. */
class KafkaTest {
    private static final String ADAPTER = "mattermost";
    /** The service that also publishes dead letters to the topics of others. */
    private static final String REDRIVES = "event-gateway";

    private static final List<String> COMPACTED = List.of(Topics.KEYS, Topics.RUNNERS, Topics.BOTS);

    private final Chart chart = Chart.ofTheExample();

    @Test
    void theTopicsAreThoseOfTheProtocolAndOfTheAdapters() {
        Map<String, JsonNode> topics = chart.byName("KafkaTopic");
        Set<String> expected = new TreeSet<>();
        Stream.concat(Topics.WALK.stream(), Stream.of(Topics.inbound(ADAPTER)))
                .forEach(topic -> expected.addAll(List.of(topic, Topics.dlq(topic))));
        expected.add(Topics.outbound(ADAPTER));

        expected.addAll(COMPACTED);
        expected.add(Topics.DEAD_LETTER_MARKS);
        expected.add(Topics.TAKEOVERS);
        expected.addAll(platformDeadLetters());

        assertThat(topics).containsOnlyKeys(expected);
        Topics.WALK.forEach(topic -> {
            assertThat(topics.get(topic).at("/spec/partitions").asInt())
                    .as(topic)
                    .isEqualTo(Topics.PARTITIONS);
            assertThat(topics.get(Topics.dlq(topic)).at("/spec/partitions").asInt())
                    .isEqualTo(1);
        });
        topics.values().stream()
                .filter(topic -> !COMPACTED.contains(Chart.name(topic)))
                .filter(topic ->
                        !Set.of(Topics.DEAD_LETTER_MARKS, Topics.TAKEOVERS).contains(Chart.name(topic)))
                .forEach(topic -> {
                    JsonNode config = topic.at("/spec/config");
                    assertThat(config.path("cleanup.policy").asText()).isEqualTo("delete");
                    assertThat(config.path("max.message.bytes").asInt()).isEqualTo(Topics.MAX_RECORD_BYTES);
                    assertThat(config.path("retention.ms").asLong()).isPositive();
                    assertThat(config.path("min.insync.replicas").asInt())
                            .isLessThan(topic.at("/spec/replicas").asInt());
                });
    }

    @Test
    void keysRunnersAndBotsAreKeptForEverAndInOrder() {
        COMPACTED.forEach(name -> {
            JsonNode topic = chart.byName("KafkaTopic").get(name);
            assertThat(topic.at("/spec/partitions").asInt()).isEqualTo(1);
            assertThat(topic.at("/spec/config/cleanup.policy").asText()).isEqualTo("compact");
            assertThat(topic.at("/spec/config").has("retention.ms")).isFalse();
        });
        assertThat(writers(Topics.KEYS)).containsExactly("binding-resolver");
        assertThat(writers(Topics.RUNNERS)).containsExactly("run-orchestrator");
        assertThat(writers(Topics.BOTS)).containsExactly("binding-resolver");
    }

    @Test
    void aMarkOfADeadLetterOutlivesItAndIsEventGatewaysAlone() {
        Map<String, JsonNode> topics = chart.byName("KafkaTopic");
        JsonNode marks = topics.get(Topics.DEAD_LETTER_MARKS).path("spec");
        long deadLetters = topics.get(Topics.dlq(Topics.EVENTS))
                .at("/spec/config/retention.ms")
                .asLong();

        assertThat(marks.path("partitions").asInt()).isEqualTo(1);
        assertThat(marks.at("/config/cleanup.policy").asText()).isEqualTo("compact,delete");
        assertThat(marks.at("/config/retention.ms").asLong()).isGreaterThan(deadLetters);
        assertThat(writers(Topics.DEAD_LETTER_MARKS)).containsExactly(REDRIVES);
    }

    @Test
    void aRecordOfATakeoverOutlivesItAndIsDeliveryServicesAlone() {
        JsonNode takeovers = chart.byName("KafkaTopic").get(Topics.TAKEOVERS).path("spec");

        assertThat(takeovers.path("partitions").asInt()).isEqualTo(1);
        assertThat(takeovers.at("/config/cleanup.policy").asText()).isEqualTo("compact,delete");
        assertThat(takeovers.at("/config/retention.ms").asLong())
                .isGreaterThan(Duration.ofDays(7).toMillis());
        assertThat(writers(Topics.TAKEOVERS)).containsExactly("delivery-service");
    }

    @Test
    void eventGatewayReadsEachDeadLetterTopicAndWritesTheTopicOfItsRecords() {
        Set<String> reads = rights(user(REDRIVES), "topic", "Read");
        Set<String> writes = rights(user(REDRIVES), "topic", "Write");

        Stream.concat(Topics.WALK.stream(), Stream.of(Topics.inbound(ADAPTER))).forEach(topic -> {
            assertThat(reads).contains(Topics.dlq(topic));
            assertThat(writes).contains(topic);
        });
    }

    @Test
    void eventGatewayAloneWritesTheDeadLettersOfPlatforms() {
        platformDeadLetters().forEach(topic -> assertThat(writers(topic)).containsExactly("event-gateway"));
    }

    private static List<String> platformDeadLetters() {
        return Stream.of(BotPlatform.values())
                .map(platform -> Topics.dlq(Topics.inbound(platform.wire())))
                .toList();
    }

    @Test
    void aServiceReadsWhatItsChannelsRead() throws IOException {
        for (Service service : Service.values()) {
            Properties settings = settings(service);
            Set<String> topics = service == Service.EVENT_GATEWAY
                    ? new TreeSet<>(Set.of(Topics.inbound(ADAPTER)))
                    : channels(settings, "topic");
            topics.add(Topics.KEYS);
            if (service == Service.EVENT_GATEWAY || service == Service.DELIVERY_SERVICE) {
                topics.add(Topics.BOTS);
            }
            if (service == Service.EVENT_GATEWAY) {
                topics.add(Topics.DEAD_LETTER_MARKS);
                topics.add(Topics.dlq(Topics.inbound(ADAPTER)));
                topics.addAll(platformDeadLetters());
                Topics.WALK.forEach(topic -> topics.add(Topics.dlq(topic)));
            }
            if (service == Service.BINDING_RESOLVER) {
                topics.add(Topics.RUNNERS);
                topics.add(Topics.TAKEOVERS);
            }
            Set<String> groups = channels(settings, "group.id");
            JsonNode user = user(service.module());

            assertThat(rights(user, "group", "Read"))
                    .as("groups of %s", service)
                    .isEqualTo(groups);
            assertThat(rights(user, "topic", "Read"))
                    .as("topics of %s", service)
                    .isEqualTo(topics);
        }
    }

    @Test
    void eachTopicOfTheWalkHasItsWritersBesideTheRedrive() {
        Set<String> own = Set.of(Topics.EVENTS, Topics.ADAPTER_RECEIPTS, Topics.AUDIT);
        for (String topic : Topics.WALK) {
            List<String> writers = writers(topic).stream()
                    .filter(service -> own.contains(topic) || !service.equals(REDRIVES))
                    .toList();
            if (topic.equals(Topics.AUDIT)) {
                assertThat(writers).hasSizeGreaterThan(1);
            } else if (topic.equals(Topics.EVENTS)) {
                // Events of platforms, of schedules and of runs.
                assertThat(writers).containsExactlyInAnyOrder("event-gateway", "binding-resolver", "run-orchestrator");
            } else {
                assertThat(writers).as(topic).hasSize(1);
            }
        }
    }

    @Test
    void whoeverReadsATopicMaySetItsRecordsAside() {
        for (Service service : Service.values()) {
            JsonNode user = user(service.module());
            rights(user, "topic", "Read").stream()
                    .filter(topic -> !COMPACTED.contains(topic)
                            && !List.of(Topics.DEAD_LETTER_MARKS, Topics.TAKEOVERS)
                                    .contains(topic))
                    .filter(topic -> !topic.endsWith(Topics.dlq("")))
                    .forEach(topic -> assertThat(rights(user, "topic", "Write"))
                            .as("%s", service)
                            .contains(Topics.dlq(topic)));
        }
    }

    @Test
    void nobodyMayMoreThanReadWriteAndDescribeWhatIsNamed() {
        chart.all("KafkaUser")
                .flatMap(user -> Chart.stream(user.at("/spec/authorization/acls")))
                .forEach(right -> {
                    assertThat(right.at("/resource/patternType").asText()).isEqualTo("literal");
                    assertThat(right.at("/resource/name").asText()).isNotEqualTo("*");
                    assertThat(List.of("Read", "Write", "Describe")).containsAll(Chart.texts(right.path("operations")));
                });
    }

    @Test
    void anAdapterSaysItsEventsReadsItsRepliesAndNothingElse() {
        JsonNode user = user("adapter-" + ADAPTER);

        assertThat(rights(user, "topic", "Write")).containsExactly(Topics.inbound(ADAPTER));
        assertThat(rights(user, "topic", "Read")).containsExactly(Topics.outbound(ADAPTER));
        assertThat(rights(user, "group", "Read")).containsExactly("adapter-" + ADAPTER);
    }

    @Test
    void eachStageIsScaledByTheLagOfItsOwnReadersAndNeverBeyondThePartitions() throws IOException {
        Map<String, JsonNode> scalers = chart.byName("ScaledObject");
        for (Service service : Service.values()) {
            JsonNode scaler = scalers.get(service.module());
            Map<String, String> byGroup = new TreeMap<>();
            Chart.stream(scaler.at("/spec/triggers"))
                    .filter(trigger -> trigger.path("type").asText().equals("kafka"))
                    .map(trigger -> trigger.path("metadata"))
                    .forEach(lag -> byGroup.put(
                            lag.path("consumerGroup").asText(),
                            lag.path("topic").asText()));

            assertThat(scaler.at("/spec/scaleTargetRef/name").asText()).isEqualTo(service.module());
            assertThat(byGroup.keySet()).isEqualTo(channels(settings(service), "group.id"));
            assertThat(rights(user(service.module()), "topic", "Read")).containsAll(byGroup.values());
            assertThat(scaler.at("/spec/maxReplicaCount").asInt()).isLessThanOrEqualTo(Topics.PARTITIONS);
            assertThat(scaler.at("/spec/minReplicaCount").asInt()).isGreaterThanOrEqualTo(2);
        }
        assertThat(rights(user("keda"), "topic", "Read")).isEmpty();
    }

    private List<String> writers(String topic) {
        return Stream.of(Service.values())
                .map(Service::module)
                .filter(service -> rights(user(service), "topic", "Write").contains(topic))
                .toList();
    }

    private JsonNode user(String name) {
        return chart.byName("KafkaUser").get(Chart.RELEASE + "-" + name);
    }

    private static Set<String> rights(JsonNode user, String kind, String operation) {
        return Chart.stream(user.at("/spec/authorization/acls"))
                .filter(right -> right.at("/resource/type").asText().equals(kind))
                .filter(right -> Chart.texts(right.path("operations")).contains(operation))
                .map(right -> right.at("/resource/name").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The values of one setting of all incoming channels of a service. */
    private static Set<String> channels(Properties settings, String what) {
        return settings.stringPropertyNames().stream()
                .filter(name -> name.startsWith("mp.messaging.incoming."))
                .filter(name -> name.split("\\.", 5)[4].equals(what))
                .map(settings::getProperty)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Properties settings(Service service) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(
                Path.of("..", "..", service.module(), "src", "main", "resources", "application.properties"))) {
            properties.load(reader);
        }
        return properties;
    }
}
