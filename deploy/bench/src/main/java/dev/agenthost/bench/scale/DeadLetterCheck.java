package dev.agenthost.bench.scale;

import dev.agenthost.protocol.topic.Topics;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts dead letters of the intake: context-store moves its offsets past them as past applied records, but they are not in its
 * tables.
 */
final class DeadLetterCheck {
    private static final Map<TopicPartition, OffsetSpec> ENDS = Stream.of(Topics.EVENTS, Topics.RUN_RESULTS)
            .map(topic -> new TopicPartition(Topics.dlq(topic), 0))
            .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));

    private final String broker;
    private final long before;

    /** From now on. */
    DeadLetterCheck(String broker) throws IOException, InterruptedException {
        this.broker = broker;
        this.before = ever();
    }

    /** @throws IOException if any record was dead-lettered since */
    void nothing() throws IOException, InterruptedException {
        long since = ever() - before;
        if (since > 0) {
            throw new IOException(since + " records were set aside as dead letters (" + Topics.dlq(Topics.EVENTS) + ", "
                    + Topics.dlq(Topics.RUN_RESULTS) + "): they are not applied, and a rate with them would be none");
        }
    }

    private long ever() throws IOException, InterruptedException {
        try (var admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker))) {
            return admin.listOffsets(ENDS).all().get().values().stream()
                    .mapToLong(end -> end.offset())
                    .sum();
        } catch (ExecutionException e) {
            throw new IOException("the broker does not say how many dead letters there are", e.getCause());
        }
    }
}
