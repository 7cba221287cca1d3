package dev.agenthost.orchestrator.runtime.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.runtime.RuntimeConnection;
import dev.agenthost.orchestrator.runtime.RuntimeRun;
import dev.agenthost.orchestrator.runtime.RuntimeTiming;
import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import dev.agenthost.orchestrator.wire.Backlog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the messages between a host and a runtime that it dialled: split, joined, and slow. */
class RuntimeMessagesTest extends DialledRuntimeFixture {
    @Test
    void aRunGoesThereAndBackWithCallsBetween() {
        Collected collected = new Collected();
        RuntimeConnection connection = host().connection();
        connection.reserve();
        connection.run(ANSWERS, context("r1"), "ws-1", collected);
        RuntimeRun run = runtime.nextRun();

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
        RuntimeConnection connection = host().connection();
        server.frames.clear();
        String text = "aé中😀".repeat(150_000);
        connection.reserve();
        connection.run(ANSWERS, context("r1").put("text", text), "ws-1", collected);
        RuntimeRun run = runtime.nextRun();

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
        RuntimeConnection connection = host().connection();
        connection.reserve();
        connection.run(ANSWERS, context("r1"), "ws-1", collected);
        RuntimeRun run = runtime.nextRun();
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
        RuntimeConnection connection = host().connection();
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
        RuntimeRun run = runtime.nextRun();
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

    /** Pings at the usual interval: a busy machine must not lose the connection while it joins a large message. */
    private Host host() {
        return new Host(server.port(), TOKEN, RuntimeTiming.USUAL);
    }
}
