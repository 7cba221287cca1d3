package dev.agenthost.protocol.architecture.sound.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;

/** Knows the JDK, protocol and JSON trees. */
public record Decider(RunId runId, JsonNode data, Instant at, int[] counts) {}
