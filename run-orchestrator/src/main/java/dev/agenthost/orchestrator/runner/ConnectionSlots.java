package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.Tenant;
import dev.agenthost.orchestrator.wire.WireLink;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The slots of a connection for runs: used by active runs, by reserved runs, and by ended runs whose runner has not ended the stream. */
public final class ConnectionSlots {
    private final WireLink link;
    private final AtomicInteger reserved = new AtomicInteger();
    private final Map<Long, Long> left = new ConcurrentHashMap<>();
    private final IntSupplier beside;
    private final Runnable roomier;

    /**
     * @param beside requests in flight on the link that are no runs
     * @param roomier called when a slot becomes free
     */
    public ConnectionSlots(WireLink link, IntSupplier beside, Runnable roomier) {
        this.link = link;
        this.beside = beside;
        this.roomier = roomier;
    }

    public int taken() {
        return Math.max(0, link.inFlight() - beside.getAsInt()) + reserved.get();
    }

    /** @param room the number of slots */
    public synchronized boolean reserve(int room) {
        boolean has = taken() < room;
        if (has) {
            reserved.incrementAndGet();
        }
        return has;
    }

    /** Frees a reserved slot. */
    public void giveBack() {
        reserved.decrementAndGet();
        roomier.run();
    }

    /** Sends a run to its reserved slot. @return its number on the link, or empty if the connection is closed */
    public OptionalLong send(ObjectNode data, @Nullable Tenant tenant, WireLink.Answers answers) {
        OptionalLong seqId = link.request("run_agent", data, tenant, wakingAtTheEnd(answers));
        reserved.decrementAndGet();
        return seqId;
    }

    private WireLink.Answers wakingAtTheEnd(WireLink.Answers answers) {
        return new WireLink.Answers() {
            @Override
            public void answered(Frame.Response response, int size) {
                answers.answered(response, size);
                if (response.end() || response.failed()) {
                    roomier.run();
                }
            }

            @Override
            public void lost(String why) {
                answers.lost(why);
            }

            @Override
            public void misunderstood(String why) {
                answers.misunderstood(why);
            }
        };
    }

    /** @param until the time at which the slot is free in any case, on this process's monotonic clock, in nanoseconds */
    public void leave(long seqId, long until) {
        left.put(seqId, until);
    }

    /** Frees the slots of runs whose time is over. Returns true if any became free. */
    public boolean free(long now) {
        return left.entrySet().removeIf(entry -> {
            boolean due = now - entry.getValue() > 0;
            if (due) {
                link.forget(entry.getKey());
            }
            return due || !link.isOpen(entry.getKey());
        });
    }
}
