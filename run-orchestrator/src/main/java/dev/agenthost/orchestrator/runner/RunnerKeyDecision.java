package dev.agenthost.orchestrator.runner;

import java.util.List;

/** What the keys in the headers of an upgrade request come to, before there is a socket. */
public sealed interface RunnerKeyDecision {
    /** None is shown: it comes with the registration, or not at all. */
    record Unshown() implements RunnerKeyDecision {}

    /** All that are shown are this one. */
    record Opens(RunnerKey key) implements RunnerKeyDecision {}

    /** One that is wrong, revoked or no runner's, or two that are not the same. */
    record Wrong() implements RunnerKeyDecision {}

    /** It may be a key: not all of them have been read yet. */
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
