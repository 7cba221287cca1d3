package dev.agenthost.orchestrator.runner;

import java.util.List;

/** The decision about the keys in the headers of an upgrade request, before there is a socket. */
public sealed interface RunnerKeyDecision {
    /** The headers have no key; it may come with the registration. */
    record Missing() implements RunnerKeyDecision {}

    /** All keys in the headers are this one. */
    record Accepted(RunnerKey key) implements RunnerKeyDecision {}

    /** A key is wrong, revoked or no runner key, or two keys differ. */
    record Rejected() implements RunnerKeyDecision {}

    /** The key may be valid: this replica has not read all keys yet. */
    record Undecided() implements RunnerKeyDecision {}

    static RunnerKeyDecision of(List<String> presented, RunnerKeyRing ring) {
        if (presented.isEmpty()) {
            return new Missing();
        }
        return ring.findSame(presented)
                .<RunnerKeyDecision>map(Accepted::new)
                .orElseGet(() -> ring.isComplete() ? new Rejected() : new Undecided());
    }
}
