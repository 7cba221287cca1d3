package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Takes the one answer to a request that streams nothing. A frame that may have been the answer and is not understood fails the request at
 * once. A connection that is lost answers nothing.
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
