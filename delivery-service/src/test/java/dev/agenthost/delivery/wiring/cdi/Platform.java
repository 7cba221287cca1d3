package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Keeps the keys of what it was told, and holds callers just before their words leave. */
final class Platform implements Surface {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<String> said = new ArrayList<>();
    private final List<CompletableFuture<Void>> held = new ArrayList<>();
    private boolean holds;
    private String whom = "";
    private boolean answers = true;
    private int withheld;

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend send, BooleanSupplier isOurs) {
        return Uni.createFrom().completionStage(gate(send)).chain(() -> leave(send, isOurs));
    }

    private synchronized CompletableFuture<Void> gate(ClaimedSend send) {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        if (holds && send.send().destination().endpoint().startsWith(whom)) {
            held.add(gate);
        } else {
            gate.complete(null);
        }
        return gate;
    }

    private synchronized Uni<SurfaceCallResult> leave(ClaimedSend send, BooleanSupplier isOurs) {
        if (!isOurs.getAsBoolean()) {
            withheld++;
            return Uni.createFrom().item(new SurfaceCallResult.Withheld());
        }
        said.add(send.send().key().idempotencyKey());
        return answers
                ? Uni.createFrom().item(new SurfaceCallResult.Answered(200, null))
                : Uni.createFrom().nothing();
    }

    synchronized void hold() {
        holds = true;
    }

    /** Those that are for endpoints that begin so. */
    synchronized void hold(String endpoints) {
        whom = endpoints;
        holds = true;
    }

    /** Those that come from now on; those that are held stay. */
    synchronized void holdNoMore() {
        holds = false;
    }

    void letAllGo() {
        List<CompletableFuture<Void>> gates;
        synchronized (this) {
            gates = List.copyOf(held);
            held.clear();
        }
        gates.forEach(gate -> gate.complete(null));
    }

    synchronized void answerNobody() {
        answers = false;
    }

    synchronized void answer() {
        answers = true;
    }

    synchronized List<String> said() {
        return List.copyOf(said);
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

    /** Exactly these parts, in this order. */
    void awaitSaid(DeliveredRun run, int... parts) {
        List<String> expected = new ArrayList<>();
        for (int part : parts) {
            expected.add(run.runId() + "/" + part);
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(said())
                .filteredOn(key -> key.startsWith(run.runId() + "/"))
                .isEqualTo(expected));
    }
}
