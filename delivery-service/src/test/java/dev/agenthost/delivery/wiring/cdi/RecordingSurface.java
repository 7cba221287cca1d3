package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Records the keys of the calls, and can hold callers just before they send. */
final class RecordingSurface implements Surface<Destination> {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<String> sent = new ArrayList<>();
    private final List<CompletableFuture<Void>> held = new ArrayList<>();
    private boolean holding;
    private String heldPrefix = "";
    private boolean answers = true;
    private int withheld;

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend send, Destination to, BooleanSupplier holdsClaim) {
        return Uni.createFrom().completionStage(holdIfMatching(send)).chain(() -> send(send, holdsClaim));
    }

    private synchronized CompletableFuture<Void> holdIfMatching(ClaimedSend send) {
        CompletableFuture<Void> holdIfMatching = new CompletableFuture<>();
        if (holding && send.send().destination().endpoint().startsWith(heldPrefix)) {
            held.add(holdIfMatching);
        } else {
            holdIfMatching.complete(null);
        }
        return holdIfMatching;
    }

    private synchronized Uni<SurfaceCallResult> send(ClaimedSend send, BooleanSupplier holdsClaim) {
        if (!holdsClaim.getAsBoolean()) {
            withheld++;
            return Uni.createFrom().item(new SurfaceCallResult.Withheld());
        }
        sent.add(send.send().key().idempotencyKey());
        return answers
                ? Uni.createFrom().item(new SurfaceCallResult.Answered(200, null))
                : Uni.createFrom().nothing();
    }

    synchronized void hold() {
        holding = true;
    }

    /** Holds calls to endpoints with this prefix. */
    synchronized void hold(String endpoints) {
        heldPrefix = endpoints;
        holding = true;
    }

    /** Lets later calls pass; held calls stay held. */
    synchronized void stopHolding() {
        holding = false;
    }

    void releaseAll() {
        List<CompletableFuture<Void>> gates;
        synchronized (this) {
            gates = List.copyOf(held);
            held.clear();
        }
        gates.forEach(holdIfMatching -> holdIfMatching.complete(null));
    }

    synchronized void stopAnswering() {
        answers = false;
    }

    synchronized void answer() {
        answers = true;
    }

    synchronized List<String> sent() {
        return List.copyOf(sent);
    }

    synchronized int withheld() {
        return withheld;
    }

    synchronized int held() {
        return held.size();
    }

    void awaitHeld(int callers) {
        await().atMost(LIMIT).until(() -> held() == callers);
    }

    /** Waits for exactly these parts, in this order. */
    void awaitSent(DeliveredRun run, int... parts) {
        List<String> expected = new ArrayList<>();
        for (int part : parts) {
            expected.add(run.runId() + "/" + part);
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(sent())
                .filteredOn(key -> key.startsWith(run.runId() + "/"))
                .isEqualTo(expected));
    }
}
