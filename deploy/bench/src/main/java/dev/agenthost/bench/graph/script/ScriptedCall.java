package dev.agenthost.bench.graph.script;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A native call of a tool.
 *
 * @param id of the call, which begins with the id of the step and a point
 */
public record ScriptedCall(String id, String tool, ObjectNode arguments) {}
