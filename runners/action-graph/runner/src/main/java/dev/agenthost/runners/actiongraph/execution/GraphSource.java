package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.carrier.AssistantMessage;

/**
 * The origin of a graph, from which it can be read again.
 *
 * @param output the complete output of the model
 * @param request the request of the person
 */
public record GraphSource(AssistantMessage output, String request) {}
