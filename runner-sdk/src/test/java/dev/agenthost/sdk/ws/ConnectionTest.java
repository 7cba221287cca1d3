package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import io.vertx.core.http.WebSocketFrame;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests connecting, frames, and the runs of a lost or closed connection. */
@Timeout(60)
class ConnectionTest extends PluginAtHost {
    @Test
    void sendsItsKeyInTheHeaderAndInTheRegistration() throws Exception {
        link = ConnectionKeeper.start(
                host.address(),
                "a runner key",
                RunnerPlugin.of("acme", "test").runner("default", (c, o, a) -> {}),
                BACKOFF);
        Peer peer = host.accept();
        assertThat(peer.socket.headers().get("Authorization")).isEqualTo("Bearer a runner key");
        assertThat(peer.next().at("/data/plugin_debug_key").asText()).isEqualTo("a runner key");
    }

    @Test
    void aLostConnectionCancelsItsRunsAndNoneContinuesOnTheNext() throws Exception {
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        CompletableFuture<Throwable> refusedCall = new CompletableFuture<>();
        CompletableFuture<Throwable> refusedResult = new CompletableFuture<>();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch reconnected = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> {
            started.countDown();
            interrupted.complete(catchThrowable(() -> Thread.sleep(60_000)));
            assertThat(out.isCancelled()).isTrue();
            // A runner that ignores its interruption until the plugin is connected again.
            reconnected.await();
            refusedCall.complete(catchThrowable(() -> api.stateGet(StateScope.RUNNER, "k")));
            refusedResult.complete(catchThrowable(() -> out.delta("from the past")));
        });
        peer.run("r1");
        started.await();
        peer.socket.close();
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);

        Peer next = host.accept();
        next.register();
        reconnected.countDown();
        assertThat(refusedCall.get(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        RunCancelledException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CONNECTION_LOST));
        assertThat(refusedResult.get(10, TimeUnit.SECONDS)).isInstanceOf(RunCancelledException.class);
        next.response(next.ask("__ping", ScriptedHost.json("{}")));
        assertThat(next.requests).isEmpty();
    }

    @Test
    void aRefusedPluginRetries() throws Exception {
        link = ConnectionKeeper.start(
                host.address(),
                "a runner key",
                RunnerPlugin.of("acme", "test").runner("default", (c, o, a) -> {}),
                BACKOFF);
        for (int i = 0; i < 3; i++) {
            Peer refused = host.accept();
            JsonNode request = refused.next();
            refused.socket.writeTextMessage(ScriptedHost.failure(request, "not with this key", "{}"));
        }
        assertThat(link.isRegistered()).isFalse();
        host.accept().register();
        await().until(link::isRegistered);
    }

    @Test
    void ignoresInvalidFramesAndRefusesUnknownActions() throws Exception {
        Peer peer = connect((context, out, api) -> {});
        for (String noise : List.of(
                "",
                "{",
                "[]",
                "7",
                "null",
                "{\"seq_id\":1}",
                "{\"action\":\"run_agent\"}",
                "{\"seq_id\":\"x\",\"code\":0}",
                "{\"seq_id\":987654321,\"code\":0,\"data\":{}}")) {
            peer.socket.writeTextMessage(noise);
        }
        peer.socket.writeBinaryMessage(io.vertx.core.buffer.Buffer.buffer("binary"));
        JsonNode unknown = peer.response(peer.ask("no_such_action", ScriptedHost.json("{}")));
        assertThat(unknown.get("code").asInt()).isEqualTo(1);
        assertThat(unknown.get("message").asText()).isEqualTo("ValueError: Action no_such_action not found");
    }

    @Test
    void receivesAndSendsLargeMessagesWholeOrInFragments() throws Exception {
        String large = "é".repeat(600_000);
        Peer peer = connect((context, out, api) ->
                out.message(api.call("large", data()).get("text").asText()));
        long run = peer.run("r1");
        JsonNode request = peer.next();
        String answer = ScriptedHost.success(request, "{\"text\":\"" + large + "\"}");
        int step = 30_000;
        for (int at = 0; at < answer.length(); at += step) {
            boolean isLast = at + step >= answer.length();
            String part = answer.substring(at, Math.min(answer.length(), at + step));
            peer.socket.writeFrame(
                    at == 0
                            ? WebSocketFrame.textFrame(part, isLast)
                            : WebSocketFrame.continuationFrame(io.vertx.core.buffer.Buffer.buffer(part), isLast));
        }
        assertThat(peer.results(run).getFirst().at("/data/message/content").asText())
                .isEqualTo(large);
    }

    @Test
    void closingCancelsItsRuns() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CountDownLatch started = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> {
            started.countDown();
            thrown.complete(catchThrowable(() -> Thread.sleep(60_000)));
        });
        peer.run("r1");
        started.await();
        link.close();
        link.awaitClosed();
        assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(link.isRegistered()).isFalse();
    }
}
