package dev.agenthost.actiongraph.action;

import java.util.List;

/**
 * The resources that an action says it reads and writes, such as {@code file:src/toolbar.ts}. Two writers of one name are in conflict.
 *
 * @param reads names of resources that are read
 * @param writes names of resources that are written
 */
public record ResourceAccess(List<String> reads, List<String> writes) {
    public static final int MAX_RESOURCES = 64;
    public static final int MAX_NAME = 512;

    /** No declared resource. */
    public static final ResourceAccess NONE = new ResourceAccess(List.of(), List.of());

    public ResourceAccess {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }
}
