package dev.agenthost.protocol.topic;

import java.util.List;

/** The topics of the walk. Each but the audit has one writing service; all are created before anyone writes. */
public final class Topics {
    public static final String EVENTS = "agent.events";
    public static final String RUN_REQUESTS = "agent.run-requests";
    public static final String RUN_RESULTS = "agent.run-results";
    public static final String DELIVERY_RECEIPTS = "agent.delivery-receipts";
    /** What adapters told of the parts they were given, checked and told apart from their events. */
    public static final String ADAPTER_RECEIPTS = "agent.adapter-receipts";

    public static final String AUDIT = "agent.audit";
    /** Keys, compacted: one partition, written by binding-resolver, read from its start by every replica of every service. */
    public static final String KEYS = "agent.keys";
    /** Runners and their forms, compacted: one partition, written by run-orchestrator, read from its start by every replica of binding-resolver. */
    public static final String RUNNERS = "agent.runners";
    /** {@code agent.inbound.<adapter>}: one per adapter, made by the operators. */
    public static final String INBOUND_PREFIX = "agent.inbound.";
    /** {@code agent.outbound.<adapter>}: replies for adapters that want them as records. */
    public static final String OUTBOUND_PREFIX = "agent.outbound.";

    /** Of every topic of the walk. It never changes while records are in them: order hangs on it. */
    public static final int PARTITIONS = 12;
    /** The largest record, in bytes (4 MiB). */
    public static final int MAX_RECORD_BYTES = 4 * 1024 * 1024;

    /** The topics of the walk and the audit. */
    public static final List<String> WALK =
            List.of(EVENTS, RUN_REQUESTS, RUN_RESULTS, DELIVERY_RECEIPTS, ADAPTER_RECEIPTS, AUDIT);

    private Topics() {}

    /** Where records of that topic go which nobody could read; one partition is enough. */
    public static String dlq(String topic) {
        return topic + ".dlq";
    }

    public static String inbound(String adapter) {
        return INBOUND_PREFIX + adapter;
    }

    public static String outbound(String adapter) {
        return OUTBOUND_PREFIX + adapter;
    }
}
