package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the outcomes of the runs that a host starts. */
@Timeout(60)
class RunsOfAPluginTest extends PluginAtHost {
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
    void noResultFollowsTheTerminalResultOfTheRunner() throws Exception {
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
        long streaming = peer.run("steady");
        List<Long> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            others.add(peer.run("short-" + i, System.currentTimeMillis() / 1000.0 + 0.02 * i));
        }
        for (long other : others) {
            assertThat(last(peer.results(other)).at("/data/code").asText()).isEqualTo("runner.timeout");
        }
        assertThat(peer.results(streaming)).hasSize(3001).last().satisfies(result -> assertThat(
                        result.get("sequence").asLong())
                .isEqualTo(3001));
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
    void aResultThatIsTooLargeIsTheRunnersFault() throws Exception {
        Peer peer = connect((context, out, api) -> {
            assertThatThrownBy(() -> out.message("x".repeat(WireFrame.MAX_BYTES)))
                    .isInstanceOf(IllegalArgumentException.class);
            out.message("small");
        });
        List<JsonNode> results = peer.results(peer.run("r1"));
        assertThat(results)
                .extracting(result -> result.get("sequence").asLong())
                .containsExactly(1L, 2L);
    }

    @Test
    void refusesARunBeyondTheLimit() throws Exception {
        CountDownLatch proceed = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> proceed.await());
        List<Long> runs = new ArrayList<>();
        for (int i = 0; i < Connection.MAX_IN_FLIGHT; i++) {
            runs.add(peer.run("r" + i));
        }
        JsonNode refused = peer.response(peer.run("one too many"));
        assertThat(refused.get("code").asInt()).isEqualTo(1);
        assertThat(refused.get("message").asText()).contains("max 128");
        proceed.countDown();
        for (long run : runs) {
            assertThat(peer.results(run)).hasSize(1);
        }
        assertThat(peer.results(peer.run("again"))).hasSize(1);
    }
}
