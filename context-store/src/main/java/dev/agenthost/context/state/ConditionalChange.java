package dev.agenthost.context.state;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One change of several that are made together.
 *
 * @param name as stored: {@link StateKeyAliases#stored(String)}
 * @param value null of a deletion
 */
public record ConditionalChange(String name, @Nullable JsonNode value, StateCondition condition) {}
