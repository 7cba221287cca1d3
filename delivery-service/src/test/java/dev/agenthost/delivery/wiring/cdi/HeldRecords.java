package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;

/** The replica pauses just before one of its records of calls, until it is released. */
final class HeldRecords {
    private final int record;
    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private int next;
    private volatile boolean isHolding;
    private volatile boolean wasRefused;

    HeldRecords(int record) {
        this.record = record;
    }

    boolean isHolding() {
        return isHolding;
    }

    boolean wasRefused() {
        return wasRefused;
    }

    void release() {
        gate.complete(null);
    }

    SendRepository on(SendRepository sends) {
        return new DelegatingSendRepository(sends) {
            @Override
            public Uni<Boolean> recordCalls(ClaimedSend send, CallProgress calls) {
                if (next++ != record) {
                    return super.recordCalls(send, calls);
                }
                isHolding = true;
                return Uni.createFrom()
                        .completionStage(gate)
                        .chain(() -> super.recordCalls(send, calls))
                        .invoke(isStored -> wasRefused = !isStored);
            }
        };
    }
}
