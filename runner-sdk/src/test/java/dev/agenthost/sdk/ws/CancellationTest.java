package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.ws.ScriptedHost.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the host's {@code cancel_agent} ends a run, whatever its runner waits for, and that the end of its stream confirms
 * it.
 */
@Timeout(60)
class CancellationTest extends PluginAtHost {
    @Test
    void callsThatWaitEndOnEveryThreadAndSoDoResults() throws Exception {
        CompletableFuture<Throwable> ofTheRun = new CompletableFuture<>();
        CompletableFuture<Throwable> ofAnother = new CompletableFuture<>();
        CompletableFuture<Throwable> text = new CompletableFuture<>();
        CountDownLatch acted = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> {
            api.cancellation().onCancelled(acted::countDown);
            Thread.startVirtualThread(() -> ofAnother.complete(catchThrowable(() -> api.call("slow", data()))));
            ofTheRun.complete(catchThrowable(() -> api.stream("slow", data(), piece -> {})));
            text.complete(catchThrowable(() -> out.delta("unheard")));
            api.cancellation().throwIfCancelled();
        });
        long run = peer.run("r1");
        peer.next();
        peer.next();
        cancel(peer, "r1", "cancelled");

        for (CompletableFuture<Throwable> each : List.of(ofTheRun, ofAnother, text)) {
            assertThat(each.get(15, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(RunCancelledException.class, failure -> assertThat(failure.reason())
                            .isEqualTo(Reason.CANCELLED));
        }
        assertThat(acted.await(15, TimeUnit.SECONDS)).isTrue();
        assertThat(peer.results(run)).singleElement().satisfies(this::isCancelled);
    }

    @Test
    void aRunnerThatSleepsIsInterrupted() throws Exception {
        Peer peer = connect((context, out, api) -> Thread.sleep(Duration.ofHours(1)));
        long run = peer.run("r1");
        cancel(peer, "r1", "cancelled");
        assertThat(peer.results(run)).singleElement().satisfies(this::isCancelled);
    }

    @Test
    void theStreamEndsWithTheRunnerAndNotBefore() throws Exception {
        AtomicBoolean mayReturn = new AtomicBoolean();
        CountDownLatch cancelled = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> {
            api.cancellation().onCancelled(cancelled::countDown);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                Thread.interrupted();
                return mayReturn.get();
            });
        });
        long run = peer.run("r1");
        cancel(peer, "r1", "cancelled");
        assertThat(cancelled.await(15, TimeUnit.SECONDS)).isTrue();
        // After the answer to a ping, every earlier message has arrived.
        peer.response(peer.ask("__ping", ScriptedHost.json("{}")));
        assertThat(peer.hasResponses(run)).isFalse();
        mayReturn.set(true);
        assertThat(peer.results(run)).singleElement().satisfies(this::isCancelled);
    }

    @Test
    void onlyTheNamedRunEnds() throws Exception {
        CountDownLatch other = new CountDownLatch(1);
        Peer peer = connect((context, out, api) -> {
            if (context.runId().equals("r2")) {
                other.await();
                out.message("done");
            } else {
                Thread.sleep(Duration.ofHours(1));
            }
        });
        long first = peer.run("r1");
        long second = peer.run("r2");
        cancel(peer, "r1", "cancelled");
        assertThat(peer.results(first)).singleElement().satisfies(this::isCancelled);
        other.countDown();
        assertThat(last(peer.results(second)).get("type").asText()).isEqualTo("run.completed");
    }

    @Test
    void aRefusalBecauseTheRunIsCancelledEndsItToo() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Peer peer = connect((context, out, api) -> {
            thrown.complete(catchThrowable(() -> api.call("state_get", data())));
            api.cancellation().throwIfCancelled();
        });
        peer.answers.put(
                "state_get",
                request -> ScriptedHost.failure(
                        request,
                        "The run was cancelled",
                        "{'error':{'code':'unauthorized','message':'The run was cancelled','retryable':false,"
                                + "'details':{'reason':'cancelled'}}}"));
        assertThat(peer.results(peer.run("r1"))).singleElement().satisfies(this::isCancelled);
        assertThat(thrown.get(15, TimeUnit.SECONDS)).isInstanceOf(RunCancelledException.class);
    }

    private static void cancel(Peer peer, String runId, String reason) {
        peer.ask("cancel_agent", ScriptedHost.json("{'run_id':'" + runId + "','reason':'" + reason + "'}"));
    }

    private void isCancelled(JsonNode result) {
        assertThat(result.get("type").asText()).isEqualTo("run.failed");
        assertThat(result.at("/data/code").asText()).isEqualTo("cancelled");
    }
}
