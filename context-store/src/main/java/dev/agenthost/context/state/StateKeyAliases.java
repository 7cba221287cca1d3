package dev.agenthost.context.state;

import java.util.Map;

/** Aliases of names that the peer's runners use. */
public final class StateKeyAliases {
    private static final Map<String, String> ALIASES = Map.of("conversation_id", "external.conversation_id");

    private StateKeyAliases() {}

    public static String stored(String name) {
        return ALIASES.getOrDefault(name, name);
    }
}
