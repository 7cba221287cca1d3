package dev.agenthost.context.offset;

/** A partition of a topic. */
public record PartitionRef(String topic, int partition) {}
