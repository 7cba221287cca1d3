package dev.agenthost.protocol.id;

import java.util.UUID;

/** Makes run ids: known before anything has run, so that an event can be answered with its stream's address. */
public final class RunIds {
    /** UUIDv5 of the DNS namespace and {@code runs.agenthost.dev}. */
    static final UUID NAMESPACE =
            UuidV5.of(UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "runs.agenthost.dev");

    private RunIds() {}

    /** @param rerun 0, unless a person or a policy deliberately runs the event again */
    public static RunId of(String workspace, EventId eventId, int rerun) {
        if (rerun < 0) {
            throw new IllegalArgumentException("rerun is negative");
        }
        return new RunId(UuidV5.of(NAMESPACE, PercentEncoding.encode(workspace) + "/" + eventId + "/" + rerun));
    }

    /**
     * The id that the runner of an attempt receives. A coroutine of an older attempt knows another id and can
     * call nothing.
     *
     * @param attempt from 1; the first sees the run's own id
     */
    public static RunId seenByRunner(RunId runId, int attempt) {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts count from 1");
        }
        return attempt == 1 ? runId : new RunId(UuidV5.of(runId.value(), Integer.toString(attempt)));
    }
}
