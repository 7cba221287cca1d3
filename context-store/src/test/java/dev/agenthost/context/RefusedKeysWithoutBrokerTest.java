package dev.agenthost.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.platform.security.kafka.KeyRefusalProducer;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.testkit.KafkaTestBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests entries of refused keys while their broker is unavailable, and after its return. */
class RefusedKeysWithoutBrokerTest {
    private static final int FIT = 1_000;

    private int port;
    private KeyRefusalProducer producer;

    @BeforeEach
    void aPortWhereNobodyListens() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        producer = new KeyRefusalProducer(Map.of("bootstrap.servers", "127.0.0.1:" + port));
    }

    @AfterEach
    void close() {
        producer.close();
    }

    @Test
    void aBoundedNumberWaitsAndIsPublishedWhenTheBrokerReturns() throws IOException {
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (int i = 0; i < FIT; i++) {
            waiting.add(producer.submit(entry()).toCompletableFuture());
        }
        assertThat(producer.submit(entry()).toCompletableFuture()).isCompletedExceptionally();
        producer.send();
        producer.send();
        assertThat(waiting).noneMatch(CompletableFuture::isDone);

        try (ServerSocket back = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"))) {
            Thread.startVirtualThread(() -> forward(back));
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                producer.send();
                return waiting.stream().allMatch(CompletableFuture::isDone);
            });
        }
        assertThat(waiting).noneMatch(CompletableFuture::isCompletedExceptionally);
    }

    /** There is no producer as long as the broker's name cannot be resolved. */
    @Test
    void anEntryWaitsUntilTheBrokersNameResolves() {
        Map<String, Object> broker = new HashMap<>(Map.of("bootstrap.servers", "kafka.invalid:9092"));
        try (KeyRefusalProducer early = new KeyRefusalProducer(broker)) {
            CompletableFuture<Void> waiting = early.submit(entry()).toCompletableFuture();
            early.send();
            assertThat(waiting).isNotDone();

            broker.put("bootstrap.servers", KafkaTestBroker.bootstrapServers());
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                early.send();
                return waiting.isDone();
            });
            assertThat(waiting).isCompleted();
        }
    }

    /** To the real broker, which tells its clients its own address. */
    private static void forward(ServerSocket from) {
        String[] to = KafkaTestBroker.bootstrapServers().split(":");
        try {
            while (true) {
                Socket client = from.accept();
                Socket broker = new Socket(to[0], Integer.parseInt(to[1]));
                Thread.startVirtualThread(() -> copy(client, broker));
                Thread.startVirtualThread(() -> copy(broker, client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException closed) {
            // The other direction ended.
        }
    }

    private static AuditEntry entry() {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.now(),
                "context-store",
                "*",
                null,
                null,
                null,
                "key.refused",
                "address/198.51.100.7",
                null,
                AuditResult.DENIED,
                "unauthorized",
                "1 request, GET /api/v1/agents");
    }
}
