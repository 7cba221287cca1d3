package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallProgress;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import io.smallrye.mutiny.Uni;

/** The replica stops for ever at one of its records of calls. */
final class CrashingRecords {
    private final int record;
    private final CrashPoint point;
    private int next;
    private volatile boolean hasHappened;

    CrashingRecords(int record, CrashPoint point) {
        this.record = record;
        this.point = point;
    }

    boolean hasHappened() {
        return hasHappened;
    }

    SendRepository on(SendRepository sends) {
        return new DelegatingSendRepository(sends) {
            @Override
            public Uni<Boolean> recordCalls(ClaimedSend send, CallProgress calls) {
                if (next++ != record) {
                    return super.recordCalls(send, calls);
                }
                Uni<Boolean> stored = point == CrashPoint.AFTER
                        ? super.recordCalls(send, calls)
                        : Uni.createFrom().item(true);
                return stored.invoke(() -> hasHappened = true)
                        .chain(() -> Uni.createFrom().nothing());
            }
        };
    }
}
