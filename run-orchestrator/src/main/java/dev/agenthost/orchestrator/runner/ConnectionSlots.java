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

/**
 * The runs of a connection: sends them, and knows which places are taken: by runs under way, by some about to be sent, by some that only
 * the runner still knows.
 */
public final class ConnectionSlots {
    private final WireLink link;
    private final AtomicInteger reserved = new AtomicInteger();
    private final Map<Long, Long> left = new ConcurrentHashMap<>();
    private final IntSupplier beside;
    private final Runnable roomier;

    /**
     * @param beside requests in flight on the link that are no runs
     * @param roomier told when a place became free
     */
    public ConnectionSlots(WireLink link, IntSupplier beside, Runnable roomier) {
        this.link = link;
        this.beside = beside;
        this.roomier = roomier;
    }

    public int taken() {
        return Math.max(0, link.inFlight() - beside.getAsInt()) + reserved.get();
    }

    /** @param room places that there are */
    public synchronized boolean reserve(int room) {
        boolean has = taken() < room;
        if (has) {
            reserved.incrementAndGet();
        }
        return has;
    }

    /** A reserved place is free again. */
    public void giveBack() {
        reserved.decrementAndGet();
        roomier.run();
    }

    /** Sends a run to the place reserved for it. @return its number on the link, or empty where the connection has gone */
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

    /** Frees the places of runs whose time is over. Answers whether any became free. */
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
