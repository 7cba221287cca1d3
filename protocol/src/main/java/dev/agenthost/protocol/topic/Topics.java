package dev.agenthost.protocol.topic;

import java.util.List;

/** The topics between the services. Each but the audit has one writing service (event-gateway alone also redrives dead letters to them); all are created before any service writes. */
public final class Topics {
    public static final String EVENTS = "agent.events";
    public static final String RUN_REQUESTS = "agent.run-requests";
    public static final String RUN_RESULTS = "agent.run-results";
    public static final String DELIVERY_RECEIPTS = "agent.delivery-receipts";
    /** Outcomes of parts that adapters reported, checked and separated from their events. */
    public static final String ADAPTER_RECEIPTS = "agent.adapter-receipts";

    public static final String AUDIT = "agent.audit";
    /** API keys, compacted: one partition, written by binding-resolver, read from its start by every replica of every service. */
    public static final String KEYS = "agent.keys";
    /** Runners and their forms, compacted: one partition, written by run-orchestrator, read from its start by every replica of binding-resolver. */
    public static final String RUNNERS = "agent.runners";
    /** Bots on platforms that the host connects, compacted: one partition, written by binding-resolver, read from its start by every replica of event-gateway and delivery-service. */
    public static final String BOTS = "agent.bots";
    /** Conversations that an operator has taken over, compacted: one partition, written by delivery-service, read from its start by every replica of binding-resolver. */
    public static final String TAKEOVERS = "agent.takeovers";
    /** Marks of redriven dead letters, compacted: one partition, written and read by every replica of event-gateway. */
    public static final String DEAD_LETTER_MARKS = "agent.dead-letter-marks";
    /** {@code agent.inbound.<adapter>}: one per adapter, created by the operators. */
    public static final String INBOUND_PREFIX = "agent.inbound.";
    /** {@code agent.outbound.<adapter>}: replies for adapters that read them as records. */
    public static final String OUTBOUND_PREFIX = "agent.outbound.";

    /**
     * Partitions of every topic between the services. The number never changes while records exist, because order
     * depends on it.
     */
    public static final int PARTITIONS = 12;
    /** The largest record, in bytes (4 MiB). */
    public static final int MAX_RECORD_BYTES = 4 * 1024 * 1024;

    /** The topics between the services and the audit. */
    public static final List<String> WALK =
            List.of(EVENTS, RUN_REQUESTS, RUN_RESULTS, DELIVERY_RECEIPTS, ADAPTER_RECEIPTS, AUDIT);

    private Topics() {}

    /** Returns the dead-letter topic for unreadable records of that topic; one partition is enough. */
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
