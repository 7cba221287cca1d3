package dev.agenthost.orchestrator.runner;

import java.util.List;

/** The decision about the keys in the headers of an upgrade request, before there is a socket. */
public sealed interface RunnerKeyDecision {
    /** The headers have no key; it may come with the registration. */
    record Unshown() implements RunnerKeyDecision {}

    /** All keys in the headers are this one. */
    record Opens(RunnerKey key) implements RunnerKeyDecision {}

    /** A key is wrong, revoked or no runner key, or two keys differ. */
    record Wrong() implements RunnerKeyDecision {}

    /** The key may be valid: this replica has not read all keys yet. */
    record StillReading() implements RunnerKeyDecision {}

    static RunnerKeyDecision of(List<String> shown, RunnerKeyRing ring) {
        if (shown.isEmpty()) {
            return new Unshown();
        }
        return ring.findTheOne(shown)
                .<RunnerKeyDecision>map(Opens::new)
                .orElseGet(() -> ring.isComplete() ? new Wrong() : new StillReading());
    }
}
