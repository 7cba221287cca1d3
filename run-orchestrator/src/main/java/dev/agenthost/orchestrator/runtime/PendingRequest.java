package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SingleResponse;
import dev.agenthost.orchestrator.wire.WireLink;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A question of ours that is no run, one at a time: asked again before its answer, the first counts no more. */
final class PendingRequest {
    private final WireLink link;
    private volatile long seqId = -1;

    PendingRequest(WireLink link) {
        this.link = link;
    }

    /** @return false where it could not be sent */
    synchronized boolean ask(StartUp.Ask ask, Consumer<Frame.Response> then) {
        link.forget(seqId);
        OptionalLong sent = link.request(ask.action(), ask.data(), ask.tenant(), new SingleResponse(link, then));
        seqId = sent.orElse(-1);
        return sent.isPresent();
    }

    boolean isOpen() {
        return link.isOpen(seqId);
    }
}
