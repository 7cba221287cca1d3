package dev.agenthost.orchestrator.runtime.ws;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.runner.ws.LargeMessages;
import dev.agenthost.orchestrator.runtime.BackOff;
import dev.agenthost.orchestrator.runtime.RuntimeClaims;
import dev.agenthost.orchestrator.runtime.RuntimeConnection;
import dev.agenthost.orchestrator.runtime.RuntimeConnectionFactory;
import dev.agenthost.orchestrator.runtime.RuntimeKeeper;
import dev.agenthost.orchestrator.runtime.RuntimeSettings;
import dev.agenthost.orchestrator.runtime.RuntimeTiming;
import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import dev.agenthost.orchestrator.runtime.WorkerPolicy;
import dev.agenthost.orchestrator.runtime.postgres.PostgresRuntimeClaimRepository;
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

/** A scripted runtime behind a socket, and hosts that dial it. */
abstract class DialledRuntimeFixture {
    static final String TOKEN = "a-control-token-of-32-characters-or-more";
    static final RunnerId ANSWERS = new RunnerId("acme", "answers", "default");
    static final RuntimeTiming FAST = new RuntimeTiming(
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            Duration.ofMillis(50),
            Duration.ofSeconds(1),
            Duration.ofMillis(50),
            Duration.ofMillis(500));
    static RunsDatabase database;
    static Vertx vertx;
    static Pool pool;
    final ScriptedRuntime runtime =
            new ScriptedRuntime(true).plugin("acme", "answers", ScriptedRuntime.entry("acme", "answers", "default"));
    RuntimeServer server;
    final List<Host> hosts = new CopyOnWriteArrayList<>();

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
        pool.query("TRUNCATE runs.runtime_claims").execute().await().indefinitely();
    }

    /** One replica, as far as runtimes concern it. */
    final class Host implements RuntimeKeeper.Watcher {
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
                    new RuntimeClaims(
                            new PostgresRuntimeClaimRepository(pool, Duration.ofSeconds(10)),
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

    /** The answers for one run. */
    static final class Collected implements WireLink.Answers {
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

    static ObjectNode context(String runId) {
        return JsonNodeFactory.instance.objectNode().put("run_id", runId);
    }

    static void eventually(java.util.function.Supplier<Boolean> condition) {
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(60))
                .until(condition::get);
    }
}
