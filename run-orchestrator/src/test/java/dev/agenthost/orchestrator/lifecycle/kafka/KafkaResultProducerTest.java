package dev.agenthost.orchestrator.lifecycle.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.result.HostResults;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.result.UnansweredReason;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaResultProducerTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    private final ExecutorService sender = Executors.newSingleThreadExecutor();
    private final KafkaResultProducer topic = new KafkaResultProducer(producer, sender);
    private final AtomicBoolean allowed = new AtomicBoolean(true);

    @AfterEach
    void close() {
        topic.close();
    }

    @Test
    void sendsNothingAfterTheLeaseExpired() {
        CountDownLatch broker = new CountDownLatch(1);
        sender.execute(() -> waitFor(broker));
        var waiting = topic.publish(record(), allowed::get).subscribe().withSubscriber(UniAssertSubscriber.create());

        allowed.set(false);
        broker.countDown();

        waiting.awaitFailure(why -> assertThat(why).hasMessageContaining("overdue"));
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void sendsAPermittedRecord() {
        topic.publish(record(), allowed::get)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .awaitItem();
        assertThat(producer.history()).hasSize(1);
    }

    private static ResultRecord record() {
        return HostResults.unanswered(
                RunRequests.of("x"), UnansweredReason.REJECTED, "", "0".repeat(32), Instant.EPOCH);
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
