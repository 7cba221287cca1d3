package dev.agenthost.actiongraph.reference;

/**
 * A reference with its place.
 *
 * @param path the JSON path of the string that has it
 * @param reference the reference
 */
public record LocatedReference(String path, Reference reference) {}
