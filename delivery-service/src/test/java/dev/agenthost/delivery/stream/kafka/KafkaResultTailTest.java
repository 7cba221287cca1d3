package dev.agenthost.delivery.stream.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.delivery.stream.ResultTail;
import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.platform.kafka.AppliedOffset;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.PartitionLogReader;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicProducer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Tests where the tail begins in a log that has records which are not applied yet. */
class KafkaResultTailTest {
    private static final Map<String, Object> BROKER = Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers());

    private final TopicProducer producer = new TopicProducer();
    private final DeliveredRun run = DeliveredRun.toEventSurface();
    private final int partition = ConversationPartitioner.of(run.conversationKey());
    private final BlockingQueue<Long> offsets = new LinkedBlockingQueue<>();

    @Test
    void theTailBeginsWithTheFirstRecordThatIsNotApplied() throws Exception {
        publish(1);
        long second = publish(2);
        long third = publish(3);
        KafkaResultTail tail = new KafkaResultTail(new ResultConsumers(BROKER), appliedUpTo(second), policy());
        tail.start(new StartupEvent());
        try {
            tail.join(partition, run.runId(), new Reader());

            assertThat(next()).isEqualTo(second);
            assertThat(next()).isEqualTo(third);
            long fourth = publish(4);
            assertThat(next()).isEqualTo(fourth);
        } finally {
            tail.stop(new ShutdownEvent());
        }
    }

    private long publish(int sequence) {
        byte[] value = ProtocolCodec.encode(run.record(1, sequence, DeliveredRun.message("m" + sequence)));
        return producer.publish(TopicProducer.record(
                        Topics.RUN_RESULTS, partition, run.runId().toString(), value, Map.of()))
                .offset();
    }

    private long next() throws InterruptedException {
        Long offset = offsets.poll(30, TimeUnit.SECONDS);
        assertThat(offset).as("a record of the tail").isNotNull();
        return offset;
    }

    private static StreamPolicy policy() {
        return new StreamPolicy(
                Duration.ofSeconds(15),
                Duration.ofMillis(50),
                1_000_000,
                1_000_000,
                Duration.ofSeconds(30),
                1_000_000,
                10,
                1);
    }

    /** The log is applied up to that offset of the run's partition, and has no stored offset of another. */
    private AppliedOffsetRepository appliedUpTo(long next) {
        TopicPartition only = new TopicPartition(Topics.RUN_RESULTS, partition);
        String topic =
                new PartitionLogReader(BROKER).apply(List.of(only)).get(only).topicId();
        return new AppliedOffsetRepository() {
            @Override
            public Uni<Map<TopicPartition, AppliedOffset>> load(Collection<TopicPartition> partitions) {
                return Uni.createFrom().item(Map.of(only, new AppliedOffset(topic, next)));
            }

            @Override
            public Uni<Void> replace(
                    Map<TopicPartition, AppliedOffset> offsets, Map<TopicPartition, AppliedOffset> loaded) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private final class Reader implements ResultTail.Reader {
        @Override
        public void joined(long from, List<ResultLogEntry> recent) {
            recent.forEach(this::arrived);
        }

        @Override
        public void arrived(ResultLogEntry entry) {
            offsets.add(entry.offset());
        }

        @Override
        public void lost() {
            throw new IllegalStateException();
        }
    }
}
