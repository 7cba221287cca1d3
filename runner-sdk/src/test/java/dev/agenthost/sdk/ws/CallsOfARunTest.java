package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the calls of a run to its host. */
@Timeout(60)
class CallsOfARunTest extends PluginAtHost {
    @Test
    void aWaitingCallThrowsIfTheConnectionIsLost() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> thrown.complete(catchThrowable(api::runGet)));
        peer.run("r1");
        peer.next();
        peer.socket.close();
        assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(RunCancelledException.class);
    }

    @Test
    void reportsTheErrorCodeOfTheHost() throws Exception {
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
    void aCallCarriesTheIdOfItsRunWhateverTheRunnerSends() throws Exception {
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
        // The earlier of the two deadlines counts.
        assertThat(thrown.get(10, TimeUnit.SECONDS))
                .isInstanceOfAny(AgentApiException.class, RunCancelledException.class);
    }

    @Test
    void aRunnerThatChecksForCancellationIsStopped() throws Exception {
        Peer peer = connect((context, out, api) -> api.checkCancelled());
        peer.answers.put(
                "run_get",
                request -> ScriptedHost.success(
                        request, "{'run_id':'r1','status':'running','cancel_requested_at':1795219976}"));
        JsonNode end = last(peer.results(peer.run("r1")));
        assertThat(end.at("/data/code").asText()).isEqualTo("cancelled");
    }

    @Test
    void neverExceedsTheInFlightLimitOfThePeer() throws Exception {
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
            // After the answer to a ping, every earlier request has arrived.
            peer.response(peer.ask("__ping", ScriptedHost.json("{}")));
            assertThat(peer.requests).isEmpty();
            unanswered.forEach(request -> peer.answer(request, "{}"));
        }
        assertThat(peer.results(run)).hasSize(1);
    }
}
