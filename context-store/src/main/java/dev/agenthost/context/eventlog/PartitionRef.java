package dev.agenthost.context.eventlog;

/** A partition of a topic. */
public record PartitionRef(String topic, int partition) {}
