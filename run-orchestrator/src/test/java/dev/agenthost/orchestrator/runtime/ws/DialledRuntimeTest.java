package dev.agenthost.orchestrator.runtime.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.runner.ws.LargeMessages;
import dev.agenthost.orchestrator.runtime.BackOff;
import dev.agenthost.orchestrator.runtime.RuntimeConnection;
import dev.agenthost.orchestrator.runtime.RuntimeConnectionFactory;
import dev.agenthost.orchestrator.runtime.RuntimeHolds;
import dev.agenthost.orchestrator.runtime.RuntimeKeeper;
import dev.agenthost.orchestrator.runtime.RuntimeSettings;
import dev.agenthost.orchestrator.runtime.RuntimeTiming;
import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import dev.agenthost.orchestrator.runtime.WorkerPolicy;
import dev.agenthost.orchestrator.runtime.postgres.PostgresRuntimeHoldRepository;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.protocol.id.RunnerId;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replicas that dial a runtime over real sockets and hold it in a real database. */
class DialledRuntimeTest {
    private static final String TOKEN = "a-control-token-of-32-characters-or-more";
    private static final RunnerId ANSWERS = new RunnerId("acme", "answers", "default");
    private static final RuntimeTiming FAST = new RuntimeTiming(
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            Duration.ofMillis(50),
            Duration.ofSeconds(1),
            Duration.ofMillis(50),
            Duration.ofMillis(500));

    private static RunsDatabase database;
    private static Vertx vertx;
    private static Pool pool;
    private final ScriptedRuntime runtime =
            new ScriptedRuntime(true).plugin("acme", "answers", ScriptedRuntime.entry("acme", "answers", "default"));
    private RuntimeServer server;
    private final List<Host> hosts = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        vertx = database.vertx();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void listen() {
        server = new RuntimeServer(vertx, runtime, TOKEN, 0);
    }

    @AfterEach
    void stop() {
        hosts.forEach(Host::stop);
        server.close();
        pool.query("TRUNCATE runs.runtime_holds").execute().await().indefinitely();
    }

    /** One replica, as far as runtimes concern it. */
    private final class Host implements RuntimeKeeper.Watcher {
        final PostgresLeaseRepository leases =
                new PostgresLeaseRepository(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "runs");
        final List<String> said = new CopyOnWriteArrayList<>();
        final List<RuntimeConnection> live = new CopyOnWriteArrayList<>();
        final RuntimeKeeper keeper;
        final SocketDialer dialer = new SocketDialer(vertx, Duration.ofSeconds(5), LargeMessages.ofHeap());
        final long timer;
        volatile boolean mayAct = true;
        volatile Incarnation mine = alive();

        Host(int port, String token) {
            this(port, token, FAST);
        }

        Host(int port, String token, RuntimeTiming pace) {
            Context context = vertx.getOrCreateContext();
            AtomicInteger ids = new AtomicInteger();
            RuntimeSettings settings = new RuntimeSettings(
                    "main",
                    URI.create("ws://127.0.0.1:" + port + "/control/ws"),
                    "ws-1",
                    token,
                    SdkGeneration.LATER,
                    WorkerPolicy.USUAL,
                    RuntimeSettings.OSS_DEV,
                    Set.of("*"));
            keeper = new RuntimeKeeper(
                    settings,
                    new RuntimeHolds(
                            new PostgresRuntimeHoldRepository(pool, Duration.ofSeconds(10)),
                            () -> mine,
                            incarnation -> mayAct && incarnation.equals(mine)),
                    dialer,
                    new RuntimeConnectionFactory(
                            "agenthost",
                            () -> "c" + ids.incrementAndGet(),
                            pace,
                            Backlog.Bounds.USUAL,
                            (connectionId, request, from, reply) -> reply.success(request.data()),
                            System::nanoTime),
                    new BackOff(pace.first(), pace.longest(), () -> 1.0),
                    work -> context.runOnContext(none -> work.run()),
                    System::nanoTime,
                    this);
            timer = vertx.setPeriodic(20, tick -> keeper.tick());
            hosts.add(this);
        }

        private Incarnation alive() {
            Incarnation next = new Incarnation(UUID.randomUUID());
            leases.renew(next, "test", Duration.ofMinutes(5)).await().indefinitely();
            return next;
        }

        /** Its lease is marked dead by others; it notices, and has not got another yet. */
        void loseLease() {
            mayAct = false;
            leases.surrender(mine).await().indefinitely();
            mine = alive();
        }

        void stop() {
            vertx.cancelTimer(timer);
            keeper.stop();
            dialer.close();
            leases.surrender(mine).await().indefinitely();
        }

        RuntimeConnection connection() {
            eventually(() -> !live.isEmpty() && !live.getLast().runners().isEmpty());
            return live.getLast();
        }

        @Override
        public void ready(RuntimeConnection connection) {
            live.add(connection);
        }

        @Override
        public void changed(RuntimeConnection connection) {}

        @Override
        public void roomier(RuntimeConnection connection) {}

        @Override
        public void ended(RuntimeConnection connection, String why) {
            said.add("ended: " + why);
            live.remove(connection);
        }

        @Override
        public void troubled(RuntimeSettings settings, String why) {
            said.add("trouble: " + why);
        }

        @Override
        public void letGo(RuntimeSettings settings) {
            said.add("let go");
        }
    }

    @Test
    void aRunGoesThereAndBackWithCallsBetween() {
        Collected collected = new Collected();
        RuntimeConnection connection = new Host(server.port(), TOKEN).connection();
        connection.reserve();
        connection.run(ANSWERS, context("r1"), "ws-1", collected);
        ScriptedRuntime.Run run = runtime.nextRun();

        assertThat(run.call("state_get", "{\"key\":\"k\"}").path("key").asText())
                .isEqualTo("k");
        run.result("message.delta", "{\"n\":1}").result("run.completed", "{}").end();

        eventually(() -> collected.heard.size() == 3);
        assertThat(collected.heard).containsExactly("message.delta 1", "run.completed 2", "end");
        assertThat(runtime.breaches).isEmpty();
    }

    @Test
    void aLargeContextGoesInPiecesAndALargeResultComesInPieces() {
        Collected collected = new Collected();
        RuntimeConnection connection = new Host(server.port(), TOKEN).connection();
        server.frames.clear();
        String text = "aé中😀".repeat(150_000);
        connection.reserve();
        connection.run(ANSWERS, context("r1").put("text", text), "ws-1", collected);
        ScriptedRuntime.Run run = runtime.nextRun();

        assertThat(run.data.at("/context/text").asText()).isEqualTo(text);
        assertThat(server.frames).filteredOn(size -> size > 60_000).hasSizeGreaterThan(20);
        assertThat(server.frames).allMatch(size -> size <= 65_536);

        run.result("message.completed", ScriptedRuntime.JSON.createObjectNode().put("text", "x".repeat(15 << 20)));
        run.end();
        eventually(() -> collected.heard.size() == 2);
        assertThat(collected.largest).isGreaterThan(15 << 20);
    }

    @Test
    void aLargeResultInSeveralMessagesIsJoined() {
        Collected collected = new Collected();
        RuntimeConnection connection = new Host(server.port(), TOKEN).connection();
        connection.reserve();
        connection.run(ANSWERS, context("r1"), "ws-1", collected);
        ScriptedRuntime.Run run = runtime.nextRun();
        server.splits(64 * 1024);

        run.result("message.completed", ScriptedRuntime.JSON.createObjectNode().put("text", "é\"".repeat(1 << 20)));
        run.end();

        eventually(() -> collected.heard.size() == 2);
        assertThat(collected.heard).containsExactly("message.completed 1", "end");
        assertThat(collected.largest).isGreaterThan(2 << 20);
    }

    @Test
    void manyThreadsMaySendLargeMessagesAtOnce() {
        Collected collected = new Collected();
        RuntimeConnection connection = new Host(server.port(), TOKEN).connection();
        String text = "中".repeat(100_000);
        List<Thread> threads = java.util.stream.IntStream.range(0, 40)
                .mapToObj(i -> Thread.startVirtualThread(() -> {
                    connection.reserve();
                    connection.run(ANSWERS, context("r" + i).put("text", text), "ws-1", collected);
                }))
                .toList();
        for (int i = 0; i < 40; i++) {
            assertThat(runtime.nextRun().data.at("/context/text").asText()).isEqualTo(text);
        }
        threads.forEach(thread -> {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        // A question of the upkeep may be counted for the moment in which it is sent.
        eventually(() -> connection.taken() == 40);
    }

    @Test
    void aRuntimeThatDoesNotReadIsLeftAndItsRunsAreLost() {
        Collected collected = new Collected();
        Host host = new Host(server.port(), TOKEN, RuntimeTiming.USUAL);
        RuntimeConnection connection = host.connection();
        server.pause();
        String text = "x".repeat(1 << 20);
        int sent = 0;
        while (connection.reserve()) {
            connection.run(ANSWERS, context("r").put("text", text), "ws-1", collected);
            sent++;
        }

        // What the sockets between hold comes on top of the limit.
        assertThat(sent).isBetween(60, 110);
        assertThat(connection.isReady()).isFalse();
        assertThat(host.said.getFirst()).isEqualTo("ended: the runtime does not read what it is sent");
        assertThat(collected.heard).isNotEmpty().allMatch(heard -> heard.startsWith("lost"));
    }

    @Test
    void aRuntimeThatWeDoNotReadIsNotTakenForDeadAndIsHeardAgain() {
        Collected collected = new Collected();
        RuntimeConnection connection = new Host(server.port(), TOKEN).connection();
        connection.reserve();
        connection.run(ANSWERS, context("r1"), "ws-1", collected);
        ScriptedRuntime.Run run = runtime.nextRun();
        Backlog.Part waiting = connection.backlog().open(() -> {});
        waiting.holds(Backlog.Bounds.USUAL.frames() + 1, 0);
        for (int i = 1; i <= 200; i++) {
            run.result("message.delta", "{\"n\":" + i + "}");
        }

        // Three pings of half a second go unanswered by then.
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(30))
                .until(() -> collected.heard.size() < 200 && connection.isReady());
        assertThat(connection.backlog().isHeld()).isTrue();

        waiting.close();
        run.end();
        eventually(() -> collected.heard.size() == 201);
        assertThat(collected.heard.subList(0, 200))
                .isEqualTo(java.util.stream.IntStream.rangeClosed(1, 200)
                        .mapToObj(i -> "message.delta " + i)
                        .toList());
    }

    @Test
    void aWrongTokenIsSaidOnceAndTriedAgain() {
        Host host = new Host(server.port(), "another-token-of-32-characters-or-more");

        eventually(() -> server.refused() >= 3);

        assertThat(host.said).containsExactly("trouble: the runtime refused the control token (401)");
        assertThat(host.live).isEmpty();
    }

    @Test
    void aRuntimeThatIsNotThereYetIsFoundWhenItComes() {
        int port = server.port();
        server.close();
        Host host = new Host(port, TOKEN);
        eventually(() -> !host.said.isEmpty());
        assertThat(host.said.getFirst()).startsWith("trouble: the runtime does not answer: ");

        server = new RuntimeServer(vertx, runtime, TOKEN, port);

        assertThat(host.connection().serves(ANSWERS, "ws-1")).isTrue();
    }

    @Test
    void aRuntimeThatIsStartedAgainIsConnectedAgainAndItsRunsAreLost() {
        Collected collected = new Collected();
        Host host = new Host(server.port(), TOKEN);
        RuntimeConnection first = host.connection();
        first.reserve();
        first.run(ANSWERS, context("r1"), "ws-1", collected);
        runtime.nextRun();

        runtime.control().drop();

        eventually(() -> collected.heard.size() == 1);
        assertThat(collected.heard.getFirst()).startsWith("lost");
        RuntimeConnection second = host.connection();
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(runtime.asked("set_runtime_config")).hasSize(2);
    }

    @Test
    void anotherHostSupersedesAndIsNotFoughtAtOnce() {
        Host host = new Host(server.port(), TOKEN);
        host.connection();

        runtime.connected(new ScriptedRuntime.Socket() {
            @Override
            public void send(String text) {}

            @Override
            public void close(int code) {}
        });

        eventually(() -> !host.said.isEmpty());
        assertThat(host.said.getFirst())
                .isEqualTo("ended: the runtime closed the connection (1000): another host has connected to it");
    }

    @Test
    void theSecondReplicaWaitsAndTakesOverWhenTheFirstIsDead() {
        Host first = new Host(server.port(), TOKEN);
        RuntimeConnection held = first.connection();
        Host second = new Host(server.port(), TOKEN);
        eventually(() -> runtime.asked("__ping").size() >= 4);
        assertThat(second.live).isEmpty();
        assertThat(runtime.connections()).isEqualTo(1);

        first.loseLease();

        assertThat(second.connection().serves(ANSWERS, "ws-1")).isTrue();
        assertThat(held.isReady()).isFalse();
        assertThat(first.said).contains("ended: the lease was lost", "let go");
        assertThat(first.live).isEmpty();
        assertThat(runtime.breaches).isEmpty();
    }

    @Test
    void ofManyReplicasThatTakeAtOnceExactlyOneHolds() {
        PostgresRuntimeHoldRepository holds = new PostgresRuntimeHoldRepository(pool, Duration.ofSeconds(10));
        PostgresLeaseRepository leases =
                new PostgresLeaseRepository(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "runs");
        Incarnation holder = null;
        for (int round = 1; round <= 5; round++) {
            List<Incarnation> many = java.util.stream.Stream.generate(() -> new Incarnation(UUID.randomUUID()))
                    .limit(12)
                    .toList();
            many.forEach(one ->
                    leases.renew(one, "test", Duration.ofMinutes(1)).await().indefinitely());
            var asked = many.stream()
                    .map(one -> holds.take("race", one).subscribeAsCompletionStage())
                    .toList();
            List<Incarnation> winners = new java.util.ArrayList<>();
            for (int i = 0; i < many.size(); i++) {
                var epoch = asked.get(i).join();
                if (epoch.isPresent()) {
                    winners.add(many.get(i));
                    assertThat(epoch.getAsLong()).isEqualTo(round);
                }
            }
            assertThat(winners).hasSize(1);
            holder = winners.getFirst();
            assertThat(holds.take("race", holder).await().indefinitely()).hasValue(round);
            leases.surrender(holder).await().indefinitely();
        }
        assertThat(holds.take("race", holder).await().indefinitely()).isEmpty();
    }

    /** The answers for one run. */
    private static final class Collected implements WireLink.Answers {
        final List<String> heard = new CopyOnWriteArrayList<>();
        volatile int largest;

        @Override
        public void answered(Frame.Response response, int size) {
            largest = Math.max(largest, size);
            heard.add(
                    response.end()
                            ? "end"
                            : response.data().path("type").asText() + " "
                                    + response.data().path("sequence"));
        }

        @Override
        public void lost(String why) {
            heard.add("lost: " + why);
        }
    }

    private static ObjectNode context(String runId) {
        return JsonNodeFactory.instance.objectNode().put("run_id", runId);
    }

    private static void eventually(java.util.function.Supplier<Boolean> condition) {
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(60))
                .until(condition::get);
    }
}
