package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests readers that open a stream and read nothing, on sockets whose buffers are smaller than the stream. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class StuckReaderTest extends LiveStreams {
    private static final String MEGABYTE = "x".repeat(1_000_000);

    @Test
    void aReaderThatDoesNotReadIsDisconnectedAndOthersReceiveEverything() throws Exception {
        double before = stuck();
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(1, 1, run.started()));
        for (int i = 0; i < 12; i++) {
            DeliveryTopics.publish(run.record(1, 2 + i, DeliveredRun.delta(MEGABYTE)));
        }
        try (Socket stuck = openWithoutReading(run);
                EventSource other = open(run)) {
            for (int i = 0; i < 13; i++) {
                assertThat(other.next()).startsWith("id: 1-" + (1 + i) + "\n");
            }
            awaitStuck(before + 1);
            assertThat(rest(stuck)).isLessThan(12 * MEGABYTE.length());
            DeliveryTopics.publish(run.record(1, 14, DeliveredRun.completed()));
            assertThat(other.rest()).extracting(EventSource::idOf).containsExactly("1-14");
        }
    }

    @Test
    void aReaderThatDoesNotReadTheEndIsDisconnectedLikeAnyOther() throws Exception {
        double before = stuck();
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(1, 1, run.started(), DeliveredRun.delta(MEGABYTE.substring(100_000))));
        DeliveryTopics.publish(run.record(
                1,
                3,
                DeliveredRun.delta(MEGABYTE),
                DeliveredRun.delta(MEGABYTE),
                DeliveredRun.delta(MEGABYTE),
                DeliveredRun.completed()));
        awaitApplied(run);
        try (Socket stuck = openWithoutReading(run)) {
            awaitStuck(before + 1);
            assertThat(rest(stuck)).isPositive();
        }
    }

    private Socket openWithoutReading(DeliveredRun run) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(baseUrl.getHost(), baseUrl.getPort()));
        socket.setSoTimeout(20_000);
        String request = "GET " + path(run) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void awaitStuck(double times) {
        await().atMost(Duration.ofSeconds(30)).until(() -> stuck() >= times);
    }

    private static double stuck() {
        String name = "agenthost_delivery_streams_aborted_total{reason=\"stalled\"} ";
        return get("/q/metrics")
                .asString()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .findFirst()
                .orElse(0);
    }

    /** Returns the number of bytes still in transit; the read ends because the connection has ended. */
    private static long rest(Socket socket) {
        long bytes = 0;
        byte[] buffer = new byte[65_536];
        try {
            for (int n = socket.getInputStream().read(buffer);
                    n >= 0;
                    n = socket.getInputStream().read(buffer)) {
                bytes += n;
            }
        } catch (java.net.SocketTimeoutException stillOpen) {
            throw new AssertionError("the connection is open", stillOpen);
        } catch (IOException reset) {
            return bytes;
        }
        return bytes;
    }
}
