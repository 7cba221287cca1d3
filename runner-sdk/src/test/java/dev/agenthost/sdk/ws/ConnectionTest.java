package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.store.StateScope;
import dev.agenthost.sdk.AgentApiException;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import io.vertx.core.http.WebSocketFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionTest {
    private static final Backoff QUICK = new Backoff(Duration.ofMillis(10), Duration.ofMillis(50));

    private final ScriptedHost host = new ScriptedHost();
    private Link link;

    @AfterEach
    void stop() throws InterruptedException {
        link.close();
        link.awaitClosed();
        host.close();
    }

    private Peer connect(AgentRunner runner) throws InterruptedException {
        link = Link.start(
                host.address(), "a runner key", RunnerPlugin.of("acme", "test").runner("default", runner), QUICK);
        Peer peer = host.accept();
        peer.register();
        return peer;
    }

    @Test
    void showsItsKeyInTheHeaderAndInTheRegistration() throws Exception {
        link = Link.start(
                host.address(),
                "a runner key",
                RunnerPlugin.of("acme", "test").runner("default", (c, o, a) -> {}),
                QUICK);
        Peer peer = host.accept();
        assertThat(peer.socket.headers().get("Authorization")).isEqualTo("Bearer a runner key");
        assertThat(peer.next().at("/data/plugin_debug_key").asText()).isEqualTo("a runner key");
    }

    @Test
    void numbersResultsDenselyAndCompletesARunThatReturns() throws Exception {
        Peer peer = connect((context, out, api) -> {
            out.delta("hel");
            out.delta("lo");
            out.message("hello");
        });
        List<JsonNode> results = peer.results(peer.run("r1"));
        assertThat(results)
                .extracting(result -> result.get("type").asText())
                .containsExactly("message.delta", "message.delta", "message.completed", "run.completed");
        assertThat(results)
                .extracting(result -> result.get("sequence").asLong())
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(results)
                .allSatisfy(result -> assertThat(result.get("run_id").asText()).isEqualTo("r1"));
        assertThat(results.get(1).at("/data/chunk/content").asText()).isEqualTo("lo");
        assertThat(results.get(3).at("/data/finish_reason").asText()).isEqualTo("stop");
    }

    @Test
    void aRunnerThatThrowsFailsItsRunAndNoOther() throws Exception {
        Peer peer = connect((context, out, api) -> {
            if (context.runId().equals("bad")) {
                throw new IllegalStateException("no luck");
            }
        });
        JsonNode failed = last(peer.results(peer.run("bad")));
        assertThat(failed.at("/data/code").asText()).isEqualTo("runner.exception");
        assertThat(failed.at("/data/error").asText()).contains("no luck");
        assertThat(failed.at("/data/retryable").asBoolean()).isFalse();
        assertThat(last(peer.results(peer.run("good"))).get("type").asText()).isEqualTo("run.completed");
    }

    @Test
    void nothingFollowsTheRunnersOwnEnd() throws Exception {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            out.failed("acme.no_credit", "no credit", true);
            refused.complete(catchThrowable(() -> out.delta("late")));
            throw new IllegalStateException("later still");
        });
        long run = peer.run("r1");
        assertThat(peer.results(run)).singleElement().satisfies(result -> {
            assertThat(result.at("/data/code").asText()).isEqualTo("acme.no_credit");
            assertThat(result.at("/data/retryable").asBoolean()).isTrue();
        });
        assertThat(refused.get(10, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
        assertThat(peer.response(peer.ask("__ping", ScriptedHost.json("{}")))
                        .at("/data/message")
                        .asText())
                .isEqualTo("pong");
        assertThat(peer.hasResponses(run)).isFalse();
    }

    @Test
    void theDeadlineInterruptsARunnerAndEndsItsRunAsATimeout() throws Exception {
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            out.delta("thinking");
            Throwable thrown = catchThrowable(() -> Thread.sleep(60_000));
            interrupted.complete(thrown);
            out.delta("too late");
        });
        List<JsonNode> results = peer.results(peer.run("r1", System.currentTimeMillis() / 1000.0 + 0.3));
        assertThat(results).hasSize(2);
        assertThat(results.get(1).at("/data/code").asText()).isEqualTo("runner.timeout");
        assertThat(results.get(1).at("/data/retryable").asBoolean()).isTrue();
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void deadlinesOfOthersDoNotDisturbARunThatStreams() throws Exception {
        Peer peer = connect((context, out, api) -> {
            for (int i = 0; context.runId().startsWith("short") || i < 3000; i++) {
                out.delta("x");
            }
        });
        long steady = peer.run("steady");
        List<Long> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            others.add(peer.run("short-" + i, System.currentTimeMillis() / 1000.0 + 0.02 * i));
        }
        for (long other : others) {
            assertThat(last(peer.results(other)).at("/data/code").asText()).isEqualTo("runner.timeout");
        }
        assertThat(peer.results(steady)).hasSize(3001).last().satisfies(result -> assertThat(
                        result.get("sequence").asLong())
                .isEqualTo(3001));
    }

    @Test
    void aLostConnectionCancelsItsRunsAndNoneGoesOnWithTheNext() throws Exception {
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        CompletableFuture<Throwable> refusedCall = new CompletableFuture<>();
        CompletableFuture<Throwable> refusedResult = new CompletableFuture<>();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch reconnected = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> {
            started.countDown();
            interrupted.complete(catchThrowable(() -> Thread.sleep(60_000)));
            assertThat(out.isCancelled()).isTrue();
            // A runner that will not stop, until the plugin is connected again.
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
    void aCallThatWaitsWhenTheConnectionIsLostThrows() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> thrown.complete(catchThrowable(api::runGet)));
        peer.run("r1");
        peer.next();
        peer.socket.close();
        assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(RunCancelledException.class);
    }

    @Test
    void aRefusedPluginTriesAgain() throws Exception {
        link = Link.start(
                host.address(),
                "a runner key",
                RunnerPlugin.of("acme", "test").runner("default", (c, o, a) -> {}),
                QUICK);
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
    void namesWhatTheHostRefuses() throws Exception {
        BlockingQueue<AgentApiException> errors = new LinkedBlockingQueue<>();
        Peer peer = connect((context, out, api) -> {
            for (String action : List.of("nested", "flat", "text", "nothing")) {
                errors.add((AgentApiException) catchThrowable(() -> api.call(action, data())));
            }
            errors.add((AgentApiException) catchThrowable(api::hostVersion));
        });
        peer.answers.put(
                "nested",
                request -> ScriptedHost.failure(
                        request,
                        "slow down",
                        "{'error':{'code':'rate_limited','message':'slow','retryable':true,'details':{'n':5}}}"));
        peer.answers.put(
                "flat", request -> ScriptedHost.failure(request, "no", "{'code':'unauthorized','message':'no'}"));
        peer.answers.put("text", request -> ScriptedHost.failure(request, "Run session r1 not found or expired", "{}"));
        peer.answers.put("nothing", request -> ScriptedHost.failure(request, "", "{'error':7}"));
        peer.answers.put("get_langbot_version", request -> ScriptedHost.success(request, "{'versions':7}"));
        peer.results(peer.run("r1"));

        AgentApiException nested = errors.remove();
        assertThat(nested.is(FailureCode.RATE_LIMITED)).isTrue();
        assertThat(nested.retryable()).isTrue();
        assertThat(nested.details().get("n").asInt()).isEqualTo(5);
        assertThat(errors.remove().code()).isEqualTo("unauthorized");
        AgentApiException text = errors.remove();
        assertThat(text.code()).isEqualTo("host.action_error");
        assertThat(text).hasMessageContaining("not found or expired");
        assertThat(errors.remove().code()).isEqualTo("host.action_error");
        assertThat(errors.remove().code()).isEqualTo("host.malformed_response");
    }

    @Test
    void aCallNamesItsRunWhateverTheRunnerSays() throws Exception {
        Peer peer = connect((context, out, api) ->
                api.call("call_tool", data().put("run_id", "another").put("tool_name", "t")));
        peer.run("r1");
        JsonNode request = peer.next();
        assertThat(request.get("data")).isEqualTo(ScriptedHost.json("{'run_id':'r1','tool_name':'t'}"));
        peer.answer(request, "{}");
    }

    @Test
    void aCallThatIsNotAnsweredEndsWithTheDeadline() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            thrown.complete(catchThrowable(api::runGet));
            api.runGet();
        });
        JsonNode end = last(peer.results(peer.run("r1", System.currentTimeMillis() / 1000.0 + 0.3)));
        assertThat(end.at("/data/code").asText()).isEqualTo("runner.timeout");
        // Whichever of the two clocks is the first.
        assertThat(thrown.get(10, TimeUnit.SECONDS))
                .isInstanceOfAny(AgentApiException.class, RunCancelledException.class);
    }

    @Test
    void aPoliteRunnerLearnsThatItIsCancelled() throws Exception {
        Peer peer = connect((context, out, api) -> api.checkCancelled());
        peer.answers.put(
                "run_get",
                request -> ScriptedHost.success(
                        request, "{'run_id':'r1','status':'running','cancel_requested_at':1795219976}"));
        JsonNode end = last(peer.results(peer.run("r1")));
        assertThat(end.at("/data/code").asText()).isEqualTo("cancelled");
    }

    @Test
    void refusesARunThatItCannotStart() throws Exception {
        Peer peer = connect((context, out, api) -> out.message("never"));
        JsonNode unknown = last(peer.results(peer.ask(
                "run_agent",
                ScriptedHost.json("{'runner_name':'other','context':" + ScriptedHost.context("r1", 4e9) + "}"))));
        assertThat(unknown.at("/data/code").asText()).isEqualTo("runner.not_found");
        JsonNode invalid = last(peer.results(
                peer.ask("run_agent", ScriptedHost.json("{'runner_name':'default','context':{'run_id':'r2'}}"))));
        assertThat(invalid.at("/data/code").asText()).isEqualTo("runner.context_invalid");
        assertThat(invalid.get("run_id").asText()).isEqualTo("r2");
    }

    @Test
    void ignoresWhatIsNoFrameAndRefusesWhatItDoesNotKnow() throws Exception {
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
    void takesAndSendsLargeMessagesWholeOrInFragments() throws Exception {
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
    void aResultThatIsTooLargeIsTheRunnersFault() throws Exception {
        Peer peer = connect((context, out, api) -> {
            assertThatThrownBy(() -> out.message("x".repeat(Frame.MAX_BYTES)))
                    .isInstanceOf(IllegalArgumentException.class);
            out.message("small");
        });
        List<JsonNode> results = peer.results(peer.run("r1"));
        assertThat(results)
                .extracting(result -> result.get("sequence").asLong())
                .containsExactly(1L, 2L);
    }

    @Test
    void refusesTheRunBeyondItsRoom() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> go.await());
        List<Long> runs = new ArrayList<>();
        for (int i = 0; i < Connection.MAX_IN_FLIGHT; i++) {
            runs.add(peer.run("r" + i));
        }
        JsonNode refused = peer.response(peer.run("one too many"));
        assertThat(refused.get("code").asInt()).isEqualTo(1);
        assertThat(refused.get("message").asText()).contains("max 128");
        go.countDown();
        for (long run : runs) {
            assertThat(peer.results(run)).hasSize(1);
        }
        assertThat(peer.results(peer.run("again"))).hasSize(1);
    }

    @Test
    void neverHasMoreCallsInFlightThanThePeerTakes() throws Exception {
        Peer peer = connect((context, out, api) -> {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 3 * Connection.MAX_IN_FLIGHT; i++) {
                callers.add(Thread.startVirtualThread(() -> api.call("slow", data())));
            }
            for (Thread caller : callers) {
                caller.join();
            }
        });
        long run = peer.run("r1");
        for (int round = 0; round < 3; round++) {
            List<JsonNode> unanswered = new ArrayList<>();
            for (int i = 0; i < Connection.MAX_IN_FLIGHT; i++) {
                unanswered.add(peer.next());
            }
            // Once round the wire: what was on its way would be here.
            peer.response(peer.ask("__ping", ScriptedHost.json("{}")));
            assertThat(peer.requests).isEmpty();
            unanswered.forEach(request -> peer.answer(request, "{}"));
        }
        assertThat(peer.results(run)).hasSize(1);
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

    private static JsonNode last(List<JsonNode> results) {
        return results.getLast();
    }

    private static ObjectNode data() {
        return (ObjectNode) ScriptedHost.json("{}");
    }
}
