package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Receives the single response to a request. An invalid frame that may be the response fails the request at once. A lost connection
 * yields no response.
 */
public final class SingleResponse implements WireLink.Answers {
    private final WireLink link;
    private final Consumer<Frame.Response> then;
    private final AtomicBoolean taken = new AtomicBoolean();

    public SingleResponse(WireLink link, Consumer<Frame.Response> then) {
        this.link = link;
        this.then = then;
    }

    @Override
    public void answered(Frame.Response response, int size) {
        link.forget(this);
        if (taken.compareAndSet(false, true)) {
            then.accept(response);
        }
    }

    @Override
    public void lost(String why) {}

    @Override
    public void misunderstood(String why) {
        answered(new Frame.Response(0, 1, why, MissingNode.getInstance(), false), 0);
    }
}
