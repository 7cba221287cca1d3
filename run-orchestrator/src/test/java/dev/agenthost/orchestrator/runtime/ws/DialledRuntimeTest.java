package dev.agenthost.orchestrator.runtime.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.runtime.RuntimeConnection;
import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import dev.agenthost.orchestrator.runtime.postgres.PostgresRuntimeClaimRepository;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Replicas that dial a runtime over real sockets and claim it in a real database. */
class DialledRuntimeTest extends DialledRuntimeFixture {
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
        PostgresRuntimeClaimRepository claims = new PostgresRuntimeClaimRepository(pool, Duration.ofSeconds(10));
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
                    .map(one -> claims.claim("race", one).subscribeAsCompletionStage())
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
            assertThat(claims.claim("race", holder).await().indefinitely()).hasValue(round);
            leases.surrender(holder).await().indefinitely();
        }
        assertThat(claims.claim("race", holder).await().indefinitely()).isEmpty();
    }
}
