package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Wherever a process ends, what it has stored passes no record that is neither applied, nor skipped, nor dead-lettered. */
class BatchOffsetsTest {
    private static final String TOPIC = "agent.events";
    private static final int PARTITIONS = 3;
    private static final List<String> KINDS = List.of("fine", "skipped", "unreadable", "refused", "foreign");

    /** @param drawn the records of each batch: a kind and a partition */
    @Property(tries = 300)
    void aStoredOffsetNeverPassesAnOpenRecordAndFollowsByABatchAtMost(
            @ForAll @Size(max = 4) List<@Size(max = 12) List<@IntRange(max = 14) Integer>> drawn,
            @ForAll boolean late) {
        Service service = new Service(late);
        drawn.forEach(batch -> service.process(batch.stream()
                .map(i -> service.record(KINDS.get(i / PARTITIONS), i % PARTITIONS))
                .toList()));

        Map<Integer, Long> before = Map.copyOf(service.ends);
        service.process(List.of(service.record("fine", 0), service.record("fine", 1), service.record("fine", 2)));

        assertThat(service.stored).isEqualTo(late ? before : service.ends);
    }

    /** Stores what is fine in transactions, each with its moves. */
    private static final class Service implements BatchHandler<ConsumerRecord<byte[], byte[]>> {
        private final RecordingSender broker = new RecordingSender();
        private final AppliedOffsetRegistry registry = new AppliedOffsetRegistry();
        private final BatchIntake<ConsumerRecord<byte[], byte[]>> intake =
                new BatchIntake<>("events", broker.producer, broker.retries, registry);
        private final List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        private final Set<ConsumerRecord<byte[], byte[]>> applied = new HashSet<>();
        private final Map<Integer, Long> ends = new HashMap<>();
        private final Map<Integer, Long> stored = new HashMap<>();
        private final boolean late;

        Service(boolean late) {
            this.late = late;
            for (int i = 0; i < PARTITIONS; i++) {
                registry.assigned(new TopicPartition(TOPIC, i), 0);
                stored.put(i, 0L);
                ends.put(i, 0L);
            }
        }

        ConsumerRecord<byte[], byte[]> record(String kind, int partition) {
            long offset = ends.merge(partition, 1L, Long::sum) - 1;
            return new ConsumerRecord<>(TOPIC, partition, offset, new byte[0], kind.getBytes(StandardCharsets.UTF_8));
        }

        void process(List<ConsumerRecord<byte[], byte[]>> batch) {
            all.addAll(batch);
            intake.process(batch, this).await().atMost(Duration.ofSeconds(20));
        }

        @Override
        public DecodeOutcome<ConsumerRecord<byte[], byte[]>> decode(ConsumerRecord<byte[], byte[]> record) {
            return switch (kind(record)) {
                case "skipped" -> new DecodeOutcome.Skipped<>();
                case "unreadable" -> DecodeOutcome.rejected(DeadLetterReason.UNDECODABLE, "is no text");
                default -> new DecodeOutcome.Decoded<>(record);
            };
        }

        @Override
        public Uni<Map<Integer, Rejection>> apply(
                List<ConsumerRecord<byte[], byte[]>> values, List<OffsetAdvance> advances) {
            if (values.stream().anyMatch(value -> kind(value).equals("refused"))) {
                return Uni.createFrom().failure(new DataException());
            }
            Map<Integer, Rejection> refused = new HashMap<>();
            for (int i = 0; i < values.size(); i++) {
                if (kind(values.get(i)).equals("foreign")) {
                    refused.put(i, new Rejection(DeadLetterReason.FOREIGN, "is of another"));
                } else if (!late) {
                    applied.add(values.get(i));
                }
            }
            if (refused.isEmpty()) {
                advances.forEach(this::store);
            }
            // What comes after the transaction.
            values.stream().filter(value -> !kind(value).equals("foreign")).forEach(applied::add);
            return Uni.createFrom().item(refused);
        }

        @Override
        public boolean isAppliedAfterTransaction() {
            return late;
        }

        @Override
        public Optional<Rejection> rejection(Throwable failure) {
            return failure instanceof DataException ? Optional.of(Rejection.byDatabase("22021")) : Optional.empty();
        }

        private void store(OffsetAdvance advance) {
            long before = stored.get(advance.partition());
            assertThat(before).isGreaterThanOrEqualTo(advance.expected());
            assertThat(all)
                    .filteredOn(record -> record.partition() == advance.partition() && record.offset() < advance.next())
                    .allMatch(this::isSettled);
            stored.put(advance.partition(), Math.max(before, advance.next()));
        }

        private boolean isSettled(ConsumerRecord<byte[], byte[]> record) {
            return kind(record).equals("skipped")
                    || applied.contains(record)
                    || broker.sent.stream()
                            .anyMatch(letter -> header(letter.headers().lastHeader(DeadLetterHeaders.PARTITION))
                                            .equals("" + record.partition())
                                    && header(letter.headers().lastHeader(DeadLetterHeaders.OFFSET))
                                            .equals("" + record.offset()));
        }

        private static String header(Header header) {
            return new String(header.value(), StandardCharsets.UTF_8);
        }

        private static String kind(ConsumerRecord<byte[], byte[]> record) {
            return new String(record.value(), StandardCharsets.UTF_8);
        }
    }

    private static final class DataException extends RuntimeException {}
}
