package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.result.ExecutorId;

/**
 * One attempt of an action, ready to be executed.
 *
 * @param callId unique in the run of the host
 * @param executor the chosen executor
 * @param input the input without references; an empty object if the action has none
 * @param task the request to another agent; empty for an executor of another type
 */
record ActionCall(String callId, ExecutorId executor, JsonNode input, String task) {}
