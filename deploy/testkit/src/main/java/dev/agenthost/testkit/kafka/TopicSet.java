package dev.agenthost.testkit.kafka;

import dev.agenthost.protocol.topic.Topics;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates missing topics; existing ones stay as they are. Each partition has one replica, for one broker. */
public final class TopicSet {
    private static final int SECONDS = 30;
    /** 60 days; dead letters of the box are kept for 7, Kafka's default. */
    private static final String MARK_RETENTION_MS = "5184000000";

    /** 8 days: a takeover lasts at most 7. */
    private static final String TAKEOVER_RETENTION_MS = "691200000";

    private TopicSet() {}

    /** Creates the topics between the services, each with its dead letter topic, and the topics of keys, runners, bots, marks and takeovers. */
    public static void createWalk(String bootstrapServers) {
        create(bootstrapServers, Topics.WALK);
        createTopics(
                bootstrapServers,
                List.of(
                        compacted(Topics.KEYS),
                        compacted(Topics.RUNNERS),
                        compacted(Topics.BOTS),
                        marks(),
                        takeovers()));
    }

    /** Deletes the records of the topics between the services. */
    public static void empty(String bootstrapServers) {
        Map<TopicPartition, RecordsToDelete> all = Topics.WALK.stream()
                .flatMap(topic -> IntStream.range(0, Topics.PARTITIONS).mapToObj(i -> new TopicPartition(topic, i)))
                .collect(Collectors.toMap(partition -> partition, any -> RecordsToDelete.beforeOffset(-1)));
        try (var admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            admin.deleteRecords(all).all().get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while deleting records", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot delete the records of earlier tests", e);
        }
    }

    /** Creates further topics like those between the services, each with its dead letter topic. */
    public static void create(String bootstrapServers, Collection<String> names) {
        createTopics(
                bootstrapServers,
                names.stream()
                        .flatMap(name -> Stream.of(topic(name, Topics.PARTITIONS), topic(Topics.dlq(name), 1)))
                        .toList());
    }

    /** Makes the topics of an adapter, as its operator would: events in, answers out. */
    public static void createAdapter(String bootstrapServers, String adapter) {
        createTopics(
                bootstrapServers,
                List.of(
                        topic(Topics.inbound(adapter), Topics.PARTITIONS),
                        topic(Topics.dlq(Topics.inbound(adapter)), 1),
                        topic(Topics.outbound(adapter), Topics.PARTITIONS)));
    }

    /** A topic of one partition that retains the latest record of each key. */
    private static NewTopic compacted(String name) {
        return new NewTopic(name, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"));
    }

    /** The topic of the marks of dead letters: a mark outlives its dead letter, and not by years. */
    private static NewTopic marks() {
        return compactedFor(Topics.DEAD_LETTER_MARKS, MARK_RETENTION_MS);
    }

    private static NewTopic takeovers() {
        return compactedFor(Topics.TAKEOVERS, TAKEOVER_RETENTION_MS);
    }

    private static NewTopic compactedFor(String name, String retentionMs) {
        return new NewTopic(name, 1, (short) 1)
                .configs(Map.of("cleanup.policy", "compact,delete", "retention.ms", retentionMs));
    }

    private static NewTopic topic(String name, int partitions) {
        return new NewTopic(name, partitions, (short) 1)
                .configs(Map.of("max.message.bytes", Integer.toString(Topics.MAX_RECORD_BYTES)));
    }

    private static void createTopics(String bootstrapServers, List<NewTopic> topics) {
        Map<String, Object> config = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                SECONDS * 1000);
        try (var admin = Admin.create(config)) {
            var made = admin.createTopics(topics).values();
            for (var topic : made.entrySet()) {
                try {
                    topic.getValue().get(SECONDS, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof TopicExistsException)) {
                        throw new IllegalStateException("cannot make topic " + topic.getKey(), e.getCause());
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while making topics", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "no answer within " + SECONDS + " s to the creation of "
                            + topics.stream().map(NewTopic::name).collect(Collectors.joining(", ")),
                    e);
        }
    }
}
