package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SingleResponse;
import dev.agenthost.orchestrator.wire.WireLink;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A request of the host that is not a run, one at a time: a new request replaces one without a response. */
final class PendingRequest {
    private final WireLink link;
    private volatile long seqId = -1;

    PendingRequest(WireLink link) {
        this.link = link;
    }

    /** @return false if the request was not sent */
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
