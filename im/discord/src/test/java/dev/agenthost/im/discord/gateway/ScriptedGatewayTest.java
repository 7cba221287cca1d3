package dev.agenthost.im.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.testkit.discord.ScriptedDiscordGateway;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The machine against the counterpart of the gateway: no event is lost by the end of a connection. */
class ScriptedGatewayTest {
    private final Vertx vertx = Vertx.vertx();
    private ScriptedDiscordGateway gateway;

    @BeforeEach
    void start() {
        gateway = new ScriptedDiscordGateway("token-1");
    }

    @AfterEach
    void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
        gateway.close();
    }

    @Test
    void eventsArriveAndHeartbeatsCarryTheirSequence() throws InterruptedException {
        gateway.beatEvery(Duration.ofMillis(200));
        GatewayHolder holder = established();
        dispatch("A");
        await(() -> gateway.received().contains("heartbeat 2"));

        assertThat(types(holder)).containsExactly("READY", "A");
        assertThat(gateway.connections()).isEqualTo(1);
        gateway.requestHeartbeat();
        await(() -> gateway.received().size() > 3);
    }

    @Test
    void aRequestedOrCutConnectionMissesNoEvent() throws InterruptedException {
        GatewayHolder holder = established();
        for (String type : List.of("A", "B", "C")) {
            if (type.equals("A")) {
                gateway.reconnect();
            } else if (type.equals("B")) {
                gateway.cut();
            } else {
                gateway.close(4000);
            }
            dispatch(type);
            await(() -> types(holder).contains(type) && count("RESUMED", holder) > "ABC".indexOf(type));
        }

        assertThat(gateway.received().stream().filter("identify"::equals)).hasSize(1);
        assertThat(holder.delivered()).extracting(DiscordDispatch::sequence).doesNotHaveDuplicates();
        assertThat(types(holder)).contains("A", "B", "C");
    }

    /** So many attempts take more than 30 s with the times of the machine. */
    @Test
    void anyTimeWithoutANetworkMissesNoEvent() throws InterruptedException {
        GatewayHolder holder = established();
        holder.network(false);
        gateway.cut();
        int before = holder.attempts();
        dispatch("A");
        await(() -> holder.attempts() > before + 8);
        dispatch("B");
        holder.network(true);
        await(() -> types(holder).contains("B") && holder.state() instanceof DiscordGatewayState.Established);

        assertThat(gateway.received().stream().filter("identify"::equals)).hasSize(1);
        assertThat(types(holder)).containsSubsequence("READY", "A", "B");
        assertThat(holder.delivered()).extracting(DiscordDispatch::sequence).doesNotHaveDuplicates();
    }

    /** The second heartbeat is not sent, and the session goes on over another connection. */
    @Test
    void aSilentConnectionIsReplaced() throws InterruptedException {
        gateway.beatEvery(Duration.ofMillis(200));
        GatewayHolder holder = established();
        gateway.acknowledge(false);
        await(() -> gateway.received().stream().anyMatch(each -> each.startsWith("resume")));
        gateway.acknowledge(true);
        dispatch("A");
        await(() -> types(holder).contains("A"));

        assertThat(gateway.received().stream().filter("identify"::equals)).hasSize(1);
    }

    @Test
    void aSessionThatIsGoneIsBegunAnew() throws InterruptedException {
        GatewayHolder holder = established();
        gateway.expire();
        gateway.cut();
        await(() -> count("READY", holder) == 2);

        gateway.invalidate(false);
        await(() -> count("READY", holder) == 3);
        gateway.invalidate(true);
        await(() -> count("RESUMED", holder) == 1);
        assertThat(gateway.received().stream().filter("identify"::equals)).hasSize(3);
    }

    /** As after a restart of the holder. */
    @Test
    void aStoredSessionIsResumedWithItsEvents() throws InterruptedException {
        GatewayHolder first = established();
        DiscordSession session = ((DiscordGatewayState.Established) first.state()).session();
        dispatch("A");
        await(() -> types(first).contains("A"));
        GatewayHolder second = holder("token-1", DiscordIntents.ALL, session);
        second.start();
        await(() -> count("RESUMED", second) == 1);

        assertThat(types(second)).containsExactly("A", "RESUMED");
    }

    @ParameterizedTest
    @ValueSource(ints = {4004, 4013, 4014})
    void aRefusedIdentificationStops(int code) throws InterruptedException {
        gateway.enableIntents(code == 4014 ? 1 << 1 : 0xffff);
        GatewayHolder holder =
                holder(code == 4004 ? "other" : "token-1", code == 4013 ? 1 << 30 : DiscordIntents.ALL, null);
        holder.start();
        await(() -> holder.state() instanceof DiscordGatewayState.Stopped);

        assertThat(holder.state())
                .isEqualTo(new DiscordGatewayState.Stopped(
                        DiscordCloseCode.of(code).why()));
        assertThat(gateway.received()).containsExactly("identify");
    }

    private GatewayHolder established() throws InterruptedException {
        GatewayHolder holder = holder("token-1", DiscordIntents.ALL, null);
        holder.start();
        await(() -> holder.state() instanceof DiscordGatewayState.Established);
        return holder;
    }

    private GatewayHolder holder(String token, int intents, @Nullable DiscordSession session) {
        return new GatewayHolder(
                vertx,
                token,
                intents,
                session,
                () -> DiscordGatewayAnswer.read(new QueryOutcome.Answered(gateway.address())));
    }

    private void dispatch(String type) {
        gateway.dispatch(type, JsonNodeFactory.instance.objectNode());
    }

    private static List<String> types(GatewayHolder holder) {
        return holder.delivered().stream().map(DiscordDispatch::type).toList();
    }

    private static long count(String type, GatewayHolder holder) {
        return types(holder).stream().filter(type::equals).count();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.sleep(5);
        }
    }
}
