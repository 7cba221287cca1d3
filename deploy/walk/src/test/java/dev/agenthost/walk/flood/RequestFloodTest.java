package dev.agenthost.walk.flood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.settings.Service;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every entrance of REST for a body, of services with 256 MiB of heap, flooded over 200 connections at once. A process ends at its first
 * error of memory, and the box starts another one.
 */
class RequestFloodTest {
    private static final int CONNECTIONS = 200;
    /** Connections whose bodies of 1 MiB alone exceed the heap. */
    private static final int WAVE = 400;

    /** Bodies of 1 MiB for which a service has memory at once. */
    private static final int HELD = 5;

    private static final int KIBI = 1024;
    private static final int MEBI = 1024 * KIBI;
    private static final Duration LONGEST_SENDING = Duration.ofSeconds(8);
    private static final String NO_KEY = "";
    private static final String WRONG_KEY = "ah_admin_wrong";

    private static WalkBox box;

    @BeforeAll
    static void start() throws Exception {
        box = WalkBox.withEcho(Map.of());
        assertThat(box.door
                        .call("POST", "/api/v1/knowledge-bases", Map.of("kb_id", BodyOperation.ID, "name", "flood"))
                        .status())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        if (box != null) {
            box.close();
        }
    }

    /** @param bytes below 0 for a body without a declared length */
    private record Attempt(BodyOperation entrance, ExpensiveBody body, int bytes, String key) {
        boolean isOfAStranger() {
            return key.equals(NO_KEY) || key.equals(WRONG_KEY);
        }
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void bodiesEndNoProcess(Service service) throws Exception {
        ProcessState before = process(service);
        int largest = service == Service.CONTEXT_STORE ? 21 * MEBI : MEBI;
        List<Attempt> attempts = new ArrayList<>();
        for (BodyOperation entrance : entrances(service)) {
            attempts.add(new Attempt(entrance, ExpensiveBody.OBJECTS, largest, NO_KEY));
            attempts.add(new Attempt(entrance, ExpensiveBody.OBJECTS, -largest, WRONG_KEY));
            attempts.add(new Attempt(entrance, ExpensiveBody.OBJECTS, largest, goodKey(entrance)));
            attempts.add(new Attempt(entrance, ExpensiveBody.OBJECTS, -largest, goodKey(entrance)));
            attempts.add(new Attempt(entrance, ExpensiveBody.OBJECTS, -300 * KIBI, goodKey(entrance)));
            attempts.add(new Attempt(entrance, ExpensiveBody.OBJECTS, 4 * KIBI, goodKey(entrance)));
            for (ExpensiveBody body : ExpensiveBody.values()) {
                attempts.add(new Attempt(entrance, body, MEBI, goodKey(entrance)));
            }
        }
        // The repetitions of an attempt are sent at the same time.
        while (attempts.size() < 2 * CONNECTIONS) {
            attempts.addAll(List.copyOf(attempts));
        }
        flood(before, attempts, CONNECTIONS, () -> {});
        lives(before, service);
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void bodiesThatEndAtOnceEndNoProcess(Service service) throws Exception {
        ProcessState before = process(service);
        BodyOperation entrance = entrances(service).getFirst();
        CountDownLatch sent = new CountDownLatch(WAVE);
        List<Attempt> attempts =
                Collections.nCopies(WAVE, new Attempt(entrance, ExpensiveBody.OBJECTS, MEBI, goodKey(entrance)));
        flood(before, attempts, WAVE, () -> {
            sent.countDown();
            try {
                // Unread data may not fit into the sockets' buffers.
                sent.await(LONGEST_SENDING.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        lives(before, service);
    }

    /** Each sender sends a byte a second: a large body, a small one, or headers without an end. */
    @Test
    void slowSendersKeepNobodyOutAndEachOneThatIsCutIsOneLineOfTheLog() throws Exception {
        ProcessState gateway = process(Service.EVENT_GATEWAY);
        int linesBefore = log().size();
        BodyOperation events = new BodyOperation("POST", "/api/v1/events", "application/json");
        List<RawConnection> large = new ArrayList<>();
        List<RawConnection> small = new ArrayList<>();
        List<RawConnection> headers = new ArrayList<>();
        List<RawConnection> all = new ArrayList<>();
        try (ScheduledExecutorService seconds = Executors.newSingleThreadScheduledExecutor()) {
            for (int i = 0; i < CONNECTIONS; i++) {
                RawConnection sender = new RawConnection(gateway.port());
                all.add(sender);
                switch (i % 3) {
                    case 0 -> large.add(sender);
                    case 1 -> small.add(sender);
                    default -> headers.add(sender);
                }
            }
            for (RawConnection sender : large) {
                sender.head(events, box.box.apiKey(), MEBI);
            }
            for (RawConnection sender : small) {
                sender.head(events, box.box.apiKey(), KIBI);
            }
            for (RawConnection sender : headers) {
                sender.write("GET /api/v1/none HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
            }
            seconds.scheduleAtFixedRate(() -> all.forEach(RawConnection::trickle), 0, 1, TimeUnit.SECONDS);

            assertThat(FrontDoor.said(box.door.ask("demo", "small"))).isNotEmpty();
            // The service drops the slow senders, which frees capacity for this request.
            await().atMost(Duration.ofSeconds(120))
                    .until(() -> box.door
                                    .call("POST", "/api/v1/events", Map.of("text", "x".repeat(8 * KIBI)))
                                    .status()
                            == 400);
            // The last ones hold memory that no other body waits for.
            await().atMost(Duration.ofSeconds(60))
                    .until(() ->
                            large.stream().filter(RawConnection::isAnswered).count() >= large.size() - HELD);
            List<Integer> statuses = large.stream()
                    .filter(RawConnection::isAnswered)
                    .map(RawConnection::answer)
                    .map(RawConnection.Answer::status)
                    .toList();
            assertThat(statuses).contains(408).isSubsetOf(0, 408, 503);
            List<String> lines = log().stream().skip(linesBefore).toList();
            assertThat(lines)
                    .filteredOn(line -> line.contains("arrived too slowly"))
                    .hasSizeBetween(Collections.frequency(statuses, 408), large.size());
            assertThat(lines).noneMatch(line -> line.contains("\"level\":\"ERROR\""));
            assertThat(small).noneMatch(RawConnection::isAnswered);
            assertThat(headers).noneMatch(RawConnection::isAnswered);
            seconds.shutdownNow();
            assertThat(seconds.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
            for (RawConnection sender : headers) {
                sender.write("\r\n\r\n");
                assertThat(sender.answer().status()).isEqualTo(401);
            }
        } finally {
            for (RawConnection sender : all) {
                sender.close();
            }
        }
        lives(gateway, Service.EVENT_GATEWAY);
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void speaksNoHttp2(Service service) throws Exception {
        try (RawConnection knows = new RawConnection(process(service).port());
                RawConnection asks = new RawConnection(process(service).port())) {
            knows.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
            assertThat(knows.first()).isIn(-1, (int) 'H');
            asks.write(
                    "GET /q/health/live HTTP/1.1\r\nHost: localhost\r\n"
                            + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAA\r\n\r\n");
            assertThat(asks.answer().status()).isEqualTo(200);
        }
    }

    private static List<String> log() throws IOException {
        return Files.readAllLines(box.logs().resolve("event-gateway-1.log"));
    }

    private static List<BodyOperation> entrances(Service service) throws IOException {
        List<BodyOperation> all = new ArrayList<>(BodyOperation.of(service));
        all.add(new BodyOperation("POST", "/api/v1/none", "application/json"));
        all.add(new BodyOperation("POST", "/none", "application/json"));
        return all;
    }

    private static void flood(ProcessState process, List<Attempt> attempts, int most, Runnable beforeEnd)
            throws Exception {
        Semaphore connections = new Semaphore(most);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<RawConnection.Answer>> answers = attempts.stream()
                    .map(attempt -> threads.submit(() -> answer(process.port(), attempt, connections, beforeEnd)))
                    .toList();
            for (int i = 0; i < attempts.size(); i++) {
                Attempt attempt = attempts.get(i);
                RawConnection.Answer answer = answers.get(i).get();
                assertThat(answer.status()).as(attempt + ": " + answer).satisfies(status -> assertThat(
                                attempt.isOfAStranger()
                                        ? Set.of(401, 404)
                                        : Set.of(
                                                200, 201, 202, 204, 400, 403, 404, 408, 409, 412, 413, 415, 428, 429,
                                                503))
                        .contains(status));
                if (Set.of(408, 413, 429, 503).contains(answer.status())) {
                    assertThat(answer.body()).as(attempt + "").contains("\"detail\":\"");
                }
            }
        }
    }

    private static RawConnection.Answer answer(int port, Attempt attempt, Semaphore connections, Runnable beforeEnd)
            throws Exception {
        connections.acquire();
        try (RawConnection sender = new RawConnection(port)) {
            int bytes = Math.abs(attempt.bytes());
            sender.head(attempt.entrance(), attempt.key(), attempt.bytes());
            try {
                attempt.body().write(sender.out(), bytes, attempt.bytes() < 0, beforeEnd);
            } catch (IOException refused) {
                // The answer has the reason.
            }
            return sender.answer();
        } finally {
            connections.release();
        }
    }

    private static String goodKey(BodyOperation entrance) {
        return entrance.isInternal() ? box.box.keys().internalKey() : box.box.apiKey();
    }

    private static ProcessState process(Service service) {
        return box.box.processes().stream()
                .filter(process -> process.name().equals(service.module()))
                .findFirst()
                .orElseThrow();
    }

    /** Asserts that the same process still serves, and that an event is answered, which needs all five services. */
    private static void lives(ProcessState before, Service service) throws InterruptedException {
        assertThat(process(service).pid()).as("process of " + service).isEqualTo(before.pid());
        box.awaitReady();
        assertThat(FrontDoor.said(box.door.ask("demo", "hello"))).isNotEmpty();
        assertThat(process(service).pid()).as("process of " + service).isEqualTo(before.pid());
    }
}
